import { type ExportWatch, exportRows } from "#components/export-rows.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { typedDay } from "#lib/date-input.ts";
import { readDay } from "#lib/dates.ts";

type Wanted = { search: string; store?: string; timezone?: string };

const HEADERS = ["Contact Name", "Sale Price", "Product Name", "Sale Date", "Invoice Number"];

/** The sales that the search finds. */
export function exportSales(wanted: Wanted, watch: ExportWatch): Promise<number | null> {
  const cells = (sale: Sale) => {
    const day = readDay(sale.createdAt, wanted.timezone);
    return [
      sale.contact?.name ?? "",
      sale.cost?.toFixed(2) ?? "",
      sale.productCategory?.name || sale.item || "",
      day ? typedDay(day) : "",
      sale.invoiceNumber,
    ];
  };
  return exportRows({ ...wanted, list: "sales.list", what: "sales", headers: HEADERS, cells }, watch);
}
