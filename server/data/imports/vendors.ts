import type { Encoding } from "#lib/contract/imports.ts";
import { isAboutTexts, refusesTexts } from "#lib/import/answers.ts";
import { bare } from "#lib/import/columns.ts";

/** `number` is the row number in a spreadsheet. */
export type Table = {
  encoding: Encoding | null;
  headers: string[];
  rows: { number: number; cells: string[] }[];
  above: string[];
  /** By row number: cells merged with a cell above. */
  merged?: Map<number, number[]>;
};

type Cells = Pick<Table, "headers" | "rows">;

export function asTable(table: Table): Table {
  const { above, ...cells } = table;
  const sold = squareSales(lightspeedSales(shopifyOrders(cells)));
  return { ...table, ...PARTED.reduce(joinDate, sections(googleContacts(sold), above.join(" "))) };
}

const PARTED = [
  ["Birthday", "birth(?:day)?|geburts?"],
  ["Anniversary", "anniv(?:ersary)?|wedding"],
] as const;

function joinDate({ headers, rows }: Cells, [name, words]: (typeof PARTED)[number]): Cells {
  const at = (part: string) =>
    headers.findIndex((header) => new RegExp(`^(?:${words})(?:${part})$`).test(bare(header)));
  const [month, day, year] = [at("month|monat"), at("day|tag"), at("year|jahr")];
  const isParted = rows.every(({ cells }) => /^\d{0,2}$/.test(cells[day]?.trim() ?? ""));
  if (month < 0 || day < 0 || !isParted) return { headers, rows };
  const kept = headers.map((_, i) => i).filter((i) => i !== month && i !== year);
  return {
    headers: kept.map((i) => (i === day ? name : (headers[i] ?? ""))),
    rows: rows.map(({ number, cells }) => {
      const [m = "", d = "", y = ""] = [month, day, year].map((i) => cells[i]?.trim());
      const two = (text: string) => text.padStart(2, "0");
      const numbers = /[^0]/.test(y) ? `${y}-${two(m)}-${two(d)}` : `--${two(m)}-${two(d)}`;
      const isDay = Number(m) > 0 || Number(d) > 0;
      const whole = /^\d+$/.test(m) && d ? (isDay ? numbers : "") : `${m} ${d} ${y}`.trim();
      return { number, cells: kept.map((i) => (i === day ? whole : (cells[i] ?? ""))) };
    }),
  };
}

const SECTIONS = [
  ["Customer", /customer|client|kunde|klient/i],
  ["Item", /product|item|artikel/i],
] as const;

function sections({ headers, rows }: Cells, title: string): Cells {
  const isHead = (row: Table["rows"][number] | undefined) =>
    Boolean(row?.cells[0]) && !row?.cells.some((cell, i) => cell && i > 0);
  const isIn = (row: Table["rows"][number] | undefined) => row?.cells[0] === "";
  const isStart = (row: Table["rows"][number], i: number) => isHead(row) && isIn(rows[i + 1]);
  if (headers[0] !== "Column 1" || !rows.some(isStart)) return { headers, rows };
  const name = SECTIONS.find(([, pattern]) => pattern.test(title))?.[0] ?? "Column 1";
  let head = "";
  const joined = rows.flatMap((row, i) => {
    if (isStart(row, i)) {
      head = row.cells[0] ?? "";
      return [];
    }
    return isIn(row) ? [{ ...row, cells: row.cells.with(0, head) }] : [row];
  });
  return { headers: headers.with(0, name), rows: joined };
}

export const ITEMS = "Items of the order";
export const DETAILS = "Other details";

function shopifyOrders(table: Cells): Cells {
  const { headers, rows } = table;
  const at = (name: string) => headers.indexOf(name);
  const [order, item, quantity] = [at("Name"), at("Lineitem name"), at("Lineitem quantity")];
  const [status, cancelled] = [at("Financial Status"), at("Cancelled at")];
  if (order < 0 || item < 0 || status < 0) return table;
  const orders = groups(rows, ({ cells }) => cells[order] ?? "");
  const joined = orders.map((lines) => {
    const [first] = lines;
    const cells = headers.map((_, i) => first.cells[i] ?? "");
    if (cells[cancelled]) cells[status] = "cancelled";
    return { number: first.number, cells: [...cells, itemsOf(lines, item, quantity)] };
  });
  const renamed = headers.map((header, i) => (i === order ? "Order number" : i === item ? "Item" : header));
  return { headers: [...renamed, ITEMS], rows: joined };
}

/** Lightspeed writes one row per sale, followed by its lines and payments. */
function lightspeedSales(table: Cells): Cells {
  const { headers, rows } = table;
  const at = (name: string) => headers.findIndex((header) => header.toLowerCase() === name);
  const [type, receipt, details, quantity] = [
    at("line type"),
    at("receipt number"),
    at("details"),
    at("quantity"),
  ];
  if (type < 0 || receipt < 0 || details < 0) return table;
  const is = (row: Table["rows"][number], kind: string) => row.cells[type]?.trim().toLowerCase() === kind;
  const sales = groups(rows, ({ cells }) => cells[receipt] ?? "").flatMap((lines) => {
    const sale = lines.find((row) => is(row, "sale"));
    if (!sale) return lines.map(({ number, cells }) => ({ number, cells: [...padded(cells), "", ""] }));
    const sold = lines.filter((row) => is(row, "sale line"));
    const item = sold[0]?.cells[details] ?? sale.cells[details]?.replace(/^\d+ x /i, "") ?? "";
    return [{ number: sale.number, cells: [...padded(sale.cells), item, itemsOf(sold, details, quantity)] }];
  });
  return { headers: [...headers, "Item", ITEMS], rows: sales };

  function padded(cells: string[]): string[] {
    return headers.map((_, i) => cells[i] ?? "");
  }
}

function squareSales(table: Cells): Cells {
  const { headers, rows } = table;
  const at = headers.indexOf("Description");
  if (at < 0 || !["Total Collected", "Transaction ID"].every((name) => headers.includes(name))) return table;
  return {
    headers: [...headers, "Item", ITEMS],
    rows: rows.map(({ number, cells }) => {
      const sold = cells[at] ?? "";
      const [item = "", count, next] = sold.split(/ x (\d+)(?:, |$)/);
      const listed = next || Number(count) > 1 ? sold : "";
      return { number, cells: [...headers.map((_, i) => cells[i] ?? ""), item, listed] };
    }),
  };
}

function groups(rows: Table["rows"], keyOf: (row: Table["rows"][number]) => string) {
  const found = new Map<string, [Table["rows"][number], ...Table["rows"]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = found.get(key);
    if (group && key) group.push(row);
    else found.set(key || `row ${row.number}`, [row]);
  }
  return [...found.values()];
}

function itemsOf(lines: Table["rows"], item: number, quantity: number): string {
  const items = lines.map(({ cells }) => {
    const count = Number(cells[quantity]) || 1;
    return `${cells[item]?.trim() ?? ""}${count > 1 ? ` × ${count}` : ""}`;
  });
  return items.length > 1 || / × /.test(items[0] ?? "") ? items.join("; ") : "";
}

function oneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(", ");
}

const ANNIVERSARY =
  /^\*? ?(wedding )?(anniversary|hochzeitstag|jahrestag|anniversaire|aniversario|anniversario)/i;
const PARTS = ["Street", "City", "PO Box", "Region", "Postal Code", "Country", "Extended Address"];

/**
 * Google Contacts puts a label in one column and its value in the next. An anniversary becomes a column,
 * other pairs become lines. Only the whole address is taken.
 */
function googleContacts(table: Cells): Cells {
  const { headers, rows } = table;
  const labelled = headers.flatMap((header, label) => {
    const [, kind = "", number] =
      /^(Event|Relation|Website|Custom Field|Jot|External ID) (\d+) - (?:Label|Type)$/.exec(header) ?? [];
    const value = number ? headers.indexOf(`${kind} ${number} - Value`) : -1;
    return value < 0 ? [] : [{ kind, label, value }];
  });
  const phones = headers.flatMap((header, label) =>
    /^Phone \d+ - (Label|Type)$/.test(header) && headers[label + 1]?.endsWith(" - Value") ? [label] : [],
  );
  const whole = headers.flatMap((header, at) => {
    const [, address] = /^(Address \d+) - Formatted$/.exec(header) ?? [];
    return address ? [{ address, at }] : [];
  });
  if (labelled.length + whole.length + phones.length === 0) return table;
  const parts = whole.flatMap(({ address, at }) => {
    const places = PARTS.map((part) => headers.indexOf(`${address} - ${part}`)).filter((i) => i >= 0);
    return rows.every(({ cells }) => cells[at] || places.every((i) => !cells[i])) ? places : [];
  });
  const gone = new Set([...parts, ...labelled.flatMap(({ label, value }) => [label, value])]);
  const kept = headers.map((_, i) => i).filter((i) => !gone.has(i));
  const hasAnniversary = headers.includes("Anniversary");
  const more = rows.map(({ cells }) => {
    let anniversary = "";
    let noTexts = "";
    const details: string[] = [];
    const faxes = phones.filter((at) => /\b(fax|pager)\b/i.test(cells[at] ?? "") && cells[at + 1]?.trim());
    for (const at of faxes) details.push(`${cells[at]}: ${cells[at + 1]}`);
    for (const { kind, label, value } of labelled) {
      const name = (cells[label] ?? "").replace(/^\* ?/, "").trim();
      for (const said of (cells[value] ?? "").split(" ::: ").filter((text) => text.trim())) {
        if (isAboutTexts(name) && refusesTexts(name, said)) noTexts = "yes";
        if (kind === "Event" && ANNIVERSARY.test(name) && !anniversary && !hasAnniversary) anniversary = said;
        else details.push(`${name || kind}: ${said}`);
      }
    }
    return { anniversary, noTexts, faxes, details: details.join("\n") };
  });
  const added = [
    ...(labelled.some(({ kind }) => kind === "Event") && !hasAnniversary ? (["anniversary"] as const) : []),
    ...(more.some(({ noTexts }) => noTexts) ? (["noTexts"] as const) : []),
    ...(labelled.length > 0 || more.some(({ details }) => details) ? (["details"] as const) : []),
  ];
  const names = { anniversary: "Anniversary", noTexts: "No texts", details: DETAILS };
  return {
    headers: [
      ...kept.map((i) => whole.find(({ at }) => at === i)?.address.replace(/ 1$/, "") ?? headers[i] ?? ""),
      ...added.map((one) => names[one]),
    ],
    rows: rows.map(({ number, cells }, n) => ({
      number,
      cells: [
        ...kept.map((i) => {
          if (more[n]?.faxes.includes(i - 1)) return "";
          return whole.some(({ at }) => at === i) ? oneLine(cells[i] ?? "") : (cells[i] ?? "");
        }),
        ...added.map((one) => more[n]?.[one] ?? ""),
      ],
    })),
  };
}
