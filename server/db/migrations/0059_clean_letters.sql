-- What was kept before as strangers wrote it is shown as text: HTML is cleaned before it is stored.
update letters set html = null where html is not null;
