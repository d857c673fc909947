-- Undo and imports wrote the contact's own fields into a sale's search text and lost its other lines.
update purchases p set search =
    coalesce(split_part(c.search, E'\t', 1), ' ' || latin_fold(p.contact_name)) || E'\n'
    || case when strpos(p.search, E'\n') > 0 then split_part(split_part(p.search, E'\n', 2), E'\t', 1)
      else ' ' || latin_fold(p.product_category_name) end || E'\n'
    || case when strpos(p.search, E'\n') > 0 then split_part(split_part(p.search, E'\n', 3), E'\t', 1)
      when p.invoice_number is null or p.invoice_number = '' then ''
      else ' ' || latin_fold(p.invoice_number) || ' ' || regexp_replace(p.invoice_number, '\D', '', 'g') end
  from purchases s left join contacts c on c.organization_id = s.organization_id and c.id = s.contact_id
  where s.organization_id = p.organization_id and s.id = p.id
    and (strpos(p.search, E'\n') = 0 or strpos(split_part(p.search, E'\n', 1), E'\t') > 0);
