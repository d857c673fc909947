export const field = {
  title: "A field",
  steps: [
    ({ insert }) =>
      insert(
        "lib/contract/plain-sale-fields.ts",
        "export const plainSaleFields = [",
        '  { key: "certificate", label: "Certificate number", kind: "line", short: "Certificate", condition: "certificate", extra: true },',
      ),
    ({ insert }) => {
      insert("lib/contract/sales.ts", "export const sale = z.object({", "  certificate: ours(f.textOrNull),");
      insert(
        "lib/contract/sales.ts",
        "export const saleForm = z.object({",
        "  certificate: f.clearableText(100),",
      );
    },
    ({ insert, migrations }) => {
      insert(
        "server/platform/db/schema.ts",
        'invoiceNumber: pg.text("invoice_number"),',
        '    certificate: pg.text("certificate"),',
      );
      migrations("certificate");
    },
  ],
  tests: ["server/platform/db/built-in", "server/records/sales/sales.test"],
  named: "names a field's column as the database does|each plain field of a sale",
};
