// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles of a table whose display changes
import clsx from "clsx";
import { Download } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { iconButtonClass } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { fileName, saveFile } from "#lib/save-file.ts";
import { stored } from "#lib/stored-code.ts";
import type { Cell } from "#lib/xlsx.ts";

const loadCsv = stored(() => import("#lib/csv.ts"));

/** `value`: in a file. `cell`: on screen, if it differs. `isMain`: beside the name on a phone. */
export type ReportColumn<R> = {
  header: string;
  inFile?: string;
  value: (row: R) => Cell;
  isMain?: true;
  cell?: (row: R) => ReactNode;
};

type Props<R> = {
  title: string;
  /** In the file's name. */
  what?: string;
  period: { from: string; to: string };
  hint?: string;
  none?: string;
  rows: R[];
  keyOf: (row: R) => string;
  columns: ReportColumn<R>[];
  children?: ReactNode;
};

export function ReportTable<R>(props: Props<R>) {
  const { title, hint, none, rows, children } = props;
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col rounded-lg border bg-card shadow-1 print:break-inside-avoid"
    >
      <header className="flex min-h-14 items-center gap-2.5 px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h2 id={heading}>{title}</h2>
          {hint && <p className="text-muted-foreground text-sm">{hint}</p>}
        </div>
        {rows.length > 0 && <ExportMenu {...props} />}
      </header>
      {children}
      {rows.length === 0 ? (
        <p className="px-4 pb-6 text-muted-foreground">{none ?? "No sales in this period."}</p>
      ) : (
        <ScrollRegion
          aria-label={`${title}, scrollable`}
          className="relative overflow-x-auto px-4 pb-3 phone-screen:pb-1"
        >
          <Rows {...props} />
        </ScrollRegion>
      )}
    </section>
  );
}

function ExportMenu<R>({ title, what = title.toLowerCase(), period, rows, columns }: Props<R>) {
  const { data: me } = useMe();
  const { digits } = useMoney();

  async function save(format: "csv" | "xlsx") {
    const headers = columns.map(({ header, inFile = header }) => inFile);
    const cells = rows.map((row) => columns.map(({ value }) => value(row)));
    const name = fileName(format, what, me?.organizationName ?? "", period.from, period.to);
    if (format === "csv") {
      const { writeCsv } = await loadCsv();
      return saveFile(name, writeCsv([headers, ...cells.map((row) => row.map(plain))]));
    }
    const { saveWorkbook } = await import("#lib/xlsx.ts");
    await saveWorkbook(name, { name: what, headers, rows: [cells], digits });
  }

  return (
    <div data-paper="no">
      <Menu
        label={`Export ${title.toLowerCase()}`}
        className={iconButtonClass({ row: true })}
        items={[
          { label: "Excel", onSelect: () => void save("xlsx") },
          { label: "CSV", onSelect: () => void save("csv") },
        ]}
      >
        <Download size={16} strokeWidth={1.75} />
      </Menu>
    </div>
  );
}

function Rows<R>({ title, rows, keyOf, columns }: Props<R>) {
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <table role="table" className="w-full border-separate border-spacing-0 tabular-nums phone-screen:block">
      <caption className="sr-only">{title}</caption>
      <thead role="rowgroup" className="phone-screen:sr-only">
        <tr role="row">
          <th role="columnheader" scope="col" className={`${head} sticky left-0 bg-card pr-3 text-left!`}>
            {first.header}
          </th>
          {rest.map(({ header }) => (
            <th key={header} role="columnheader" scope="col" className={head}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="phone-screen:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="phone-screen:flex phone-screen:flex-wrap phone-screen:gap-x-3 phone-screen:border-t phone-screen:py-2"
          >
            <th
              role="rowheader"
              scope="row"
              className="sticky left-0 max-w-60 truncate border-t bg-card py-2 pr-3 text-left font-normal print:whitespace-normal phone-screen:-order-2 phone-screen:max-w-none phone-screen:basis-[calc(100%-8rem)] phone-screen:border-0 phone-screen:p-0"
            >
              {shown(first, row)}
            </th>
            {rest.map((column) => (
              <td
                key={column.header}
                role="cell"
                data-label={column.header}
                className={clsx(
                  "whitespace-nowrap border-t py-2 pl-4 text-right print:pl-1.5 print:text-[0.6875rem] phone-screen:border-0 phone-screen:p-0",
                  column.isMain
                    ? "phone-screen:-order-1 phone-screen:basis-28 phone-screen:grow"
                    : "phone-screen:text-sm phone-screen:before:mr-1 phone-screen:before:text-muted-foreground phone-screen:before:content-[attr(data-label)]",
                )}
              >
                {shown(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const head =
  "whitespace-nowrap py-1.5 pl-4 text-right font-medium text-muted-foreground text-xs first:pl-0 print:whitespace-normal print:pl-1.5 print:align-bottom";

function shown<R>({ cell, value }: ReportColumn<R>, row: R): ReactNode {
  return cell ? cell(row) : plain(value(row));
}

/** Negative amounts become numbers, because as text they would look like formulas. */
function plain(cell: Cell): string | number {
  if (typeof cell === "string") return cell;
  if ("number" in cell) return cell.number;
  if ("wall" in cell) return "";
  return Number(cell.amount) < 0 ? Number(cell.amount) : cell.amount;
}
