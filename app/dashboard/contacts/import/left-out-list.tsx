"use client";
import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#lib/save-file.ts";
import { plural } from "#lib/text.ts";
import { plainCell, writeCsv } from "#lib/write-csv.ts";
import type { LeftOut } from "./run.ts";

const SHOWN = 100;

/** The rows that are not imported, each with its reason; nothing where there is none. */
export function LeftOutList({ rows }: { rows: LeftOut[] }) {
  if (rows.length === 0) return null;
  return (
    <section
      aria-label="Rows that are left out"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative max-h-64 overflow-auto rounded-lg border phone:max-h-none"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="text-muted-foreground text-xs *:sticky *:top-0 *:bg-popover *:px-3 *:py-2 *:font-medium">
            <th scope="col">Row</th>
            <th scope="col" className="phone:hidden">
              Begins with
            </th>
            <th scope="col">Left out because</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ number, cells, reason }) => (
            <tr key={number} className="*:border-t *:px-3 *:py-2 *:align-top">
              <td className="tabular-nums">{number}</td>
              <td className="max-w-48 truncate text-muted-foreground phone:hidden">
                {cells.filter(Boolean).slice(0, 3).join(", ")}
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <p className="border-t px-3 py-2 text-muted-foreground text-sm">
          And {plural(rows.length - SHOWN, "row")} more: the download has all of them.
        </p>
      )}
    </section>
  );
}

type DownloadProps = { rows: LeftOut[]; headers: string[] };

/** The same rows as a file that can be mended and imported again. */
export function DownloadLeftOut({ rows, headers }: DownloadProps) {
  if (rows.length === 0) return null;
  const table = rows.map(({ cells, reason }) => [reason, ...cells.map(plainCell)]);
  return (
    <Button
      onClick={() =>
        saveFile("contacts-left-out.csv", writeCsv([["Left out because", ...headers], ...table]))
      }
    >
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
      Download them
    </Button>
  );
}
