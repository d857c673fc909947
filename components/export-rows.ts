import type { Row } from "#lib/api/keys.ts";
import { readAll } from "#lib/api/read-all.ts";
import type { ListName } from "#lib/contract/contract.ts";
import { today, writeDay } from "#lib/dates.ts";
import { fileName, saveFile } from "#lib/save-file.ts";
import { writeCsv } from "#lib/write-csv.ts";

/** How far an export is; nothing more is read after `signal` is aborted. */
export type ExportWatch = { onRead: (rows: number) => void; signal: AbortSignal };

type Export<N extends ListName> = {
  list: N;
  search: string;
  /** "contacts", for the file's name: what, whose, when. */
  what: string;
  store?: string;
  timezone?: string;
  headers: string[];
  cells: (row: Row<N>) => string[];
  /** Which of the rows that the search finds are wanted; all unless said. */
  fits?: (row: Row<N>) => boolean;
};

/** Saves all that a search finds as a CSV file; resolves to the number of rows, null where it was stopped. */
export async function exportRows<N extends ListName>(
  { list, search, what, store = "", timezone, headers, cells, fits = () => true }: Export<N>,
  watch: ExportWatch,
): Promise<number | null> {
  const rows = (await readAll(list, search, watch))?.filter(fits);
  if (!rows) return null;
  const day = writeDay(today(timezone)).slice(0, 10);
  saveFile(fileName(what, store, day), writeCsv([headers, ...rows.map(cells)]));
  return rows.length;
}
