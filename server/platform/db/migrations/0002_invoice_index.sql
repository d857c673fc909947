create index purchases_invoice on purchases (organization_id, invoice_number) where invoice_number is not null;
