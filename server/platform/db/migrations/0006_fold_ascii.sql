-- Plain text, as most names and all emails are, is folded without regular expressions: that takes a fifth of the time.
create or replace function latin_fold(written text)
  returns text language sql immutable parallel safe as $$
  select case when octet_length(written) = length(written) and strpos(written, '  ') = 0
      and translate(written, E'\t\n\r\f\x0b''`', '') = written
    then lower(written)
    else regexp_replace(
      replace(replace(replace(replace(replace(replace(replace(
        translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f''’ʼ`]', '', 'g')), 'łŁøØđĐðÐı‐–—', 'llooddddi---'),
        'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
      '\s+', ' ', 'g') end
$$;
