import type { Table } from "./read-file.ts";

/*
 * Files of other programs that no column by itself explains. Each rearranges a table so that its columns say what they
 * mean; a table of another program stays as it is.
 */

type Cells = Pick<Table, "headers" | "rows">;

export function asTable(table: Table): Table {
  return { ...table, ...googleEvents(shopifyOrders(table)) };
}

/** The column that `shopifyOrders` adds. */
export const ITEMS = "Items of the order";

/**
 * Shopify writes a row for each line of an order, and the order's own columns only in its first row. The order becomes one
 * row with its first item, and a column that lists all of them.
 */
function shopifyOrders(table: Cells): Cells {
  const { headers, rows } = table;
  const at = (name: string) => headers.indexOf(name);
  const [order, item, quantity] = [at("Name"), at("Lineitem name"), at("Lineitem quantity")];
  if (order < 0 || item < 0 || at("Financial Status") < 0) return table;
  const orders = new Map<string, Table["rows"]>();
  for (const row of rows) {
    const number = row.cells[order] ?? "";
    orders.set(number, [...(orders.get(number) ?? []), row]);
  }
  const joined = [...orders.values()].map((lines) => {
    const [first] = lines as [Table["rows"][number]];
    const items = lines.map(({ cells }) => {
      const count = Number(cells[quantity]) || 1;
      return `${cells[item]?.trim() ?? ""}${count > 1 ? ` × ${count}` : ""}`;
    });
    const listed = lines.length > 1 || / × /.test(items[0] ?? "") ? items.join("; ") : "";
    return { number: first.number, cells: [...headers.map((_, i) => first.cells[i] ?? ""), listed] };
  });
  const renamed = headers.map((header, i) => (i === order ? "Order number" : i === item ? "Item" : header));
  return { headers: [...renamed, ITEMS], rows: joined };
}

/** Google Contacts writes anniversaries as events with a label: they get a column of their own. */
function googleEvents(table: Cells): Cells {
  const { headers, rows } = table;
  const events = headers.flatMap((header, label) => {
    const [, number] = /^Event (\d+) - (?:Label|Type)$/.exec(header) ?? [];
    const value = number ? headers.indexOf(`Event ${number} - Value`) : -1;
    return value < 0 ? [] : [{ label, value }];
  });
  if (events.length === 0 || headers.includes("Anniversary")) return table;
  return {
    headers: [...headers, "Anniversary"],
    rows: rows.map(({ number, cells }) => {
      const event = events.find(({ label }) => /^\*? ?anniversary$/i.test(cells[label]?.trim() ?? ""));
      const padded = headers.map((_, i) => (event && i === event.value ? "" : (cells[i] ?? "")));
      return { number, cells: [...padded, event ? (cells[event.value] ?? "") : ""] };
    }),
  };
}
