"use client";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { part } from "#components/ui/part.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Import } from "#lib/contract/imports.ts";
import { formatDate, formatMoment } from "#lib/dates.ts";
import { Card } from "./card.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { RevertButton } from "./outcome.tsx";
import { SavedImports } from "./saved-imports.tsx";
import { isWorking, kindNames, pollWhile } from "./words.ts";

const SavedImportPage = part(() => import("./saved-import.tsx"), "SavedImportPage", {
  until: () => <Loading />,
});
const OneImport = part(() => import("./one-import.tsx"), "OneImport", { until: () => <Loading /> });

export function ImportScreen() {
  const [id, setId] = useUrlState("import");
  const [saved, setSaved] = useUrlState("saved");
  if (id) {
    return (
      <>
        <OneImport key={id} id={id} onLeave={() => setId("")} />
        <ImportsList current={id} onOpen={setId} />
      </>
    );
  }
  if (saved) return <SavedImportPage id={saved} onOpen={setId} onLeave={() => setSaved("")} />;
  return (
    <>
      <h1>Import</h1>
      <ChooseFile onSent={setId} />
      <SavedImports onOpen={setSaved} onSent={setId} />
      <ImportsList current="" onOpen={setId} />
    </>
  );
}

type Props = { current: string; onOpen: (id: string) => void };

function ImportsList({ current, onOpen }: Props) {
  const { data } = useRead(
    "imports.list",
    {},
    { refreshInterval: (list?: Import[]) => pollWhile(list?.some(isWorking)) },
  );
  const { data: me } = useMe();
  const rows = data?.filter(({ id }) => id !== current);
  if (!rows || rows.length === 0) return null;
  return (
    <Card title="Imports">
      <ScrollRegion aria-label="Imports" className="relative overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b text-muted-foreground text-xs [&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col">File</th>
              <th scope="col">What</th>
              <th scope="col">When</th>
              <th scope="col" className="text-right">
                Added
              </th>
              <th scope="col" className="text-right">
                Updated
              </th>
              <th scope="col" className="text-right">
                Left out
              </th>
              <th scope="col">
                <span className="sr-only">State</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr
                key={one.id}
                className="border-b last:border-0 [&>td]:whitespace-nowrap [&>td]:px-4 [&>td]:py-2"
              >
                <td>
                  <button
                    type="button"
                    onClick={() => onOpen(one.id)}
                    className="max-w-72 truncate text-left font-medium hover:underline pointer-coarse:min-h-11"
                  >
                    {one.name}
                  </button>
                </td>
                <td className="text-muted-foreground">{one.kind ? kindNames[one.kind] : ""}</td>
                <td className="text-muted-foreground tabular-nums">
                  {formatMoment(one.createdAt, me?.timezone)}
                  {one.createdBy && ` · ${one.createdBy.split(" ")[0]}`}
                </td>
                <td className="text-right tabular-nums">{one.added.toLocaleString("en-US")}</td>
                <td className="text-right tabular-nums">{one.updated.toLocaleString("en-US")}</td>
                <td className="text-right tabular-nums">{one.leftOut.toLocaleString("en-US")}</td>
                <td className="text-right text-muted-foreground text-sm">
                  {one.revertUntil && one.mayChange ? (
                    <RevertButton data={one} />
                  ) : (
                    stateOf(one, me?.timezone)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function stateOf({ state, stop, revertedAt, revertUntil, kept, added, updated }: Import, timezone?: string) {
  if (state === "reverted") {
    const day = formatDate(revertedAt, timezone, { short: true });
    return `Reverted ${day}${kept > 0 ? ` · ${kept} kept` : ""}`;
  }
  if (revertUntil) return "";
  if (stop && state === "checked") return "Stopped";
  if (stop?.why === "same") return "Already imported";
  if (state === "done" || state === "stopped")
    return added + updated > 0 ? "Older than 30 days" : "Nothing new";
  if (state === "checked") return "Ready for review";
  if (state === "failed") return "Could not be read";
  if (state === "reverting") return "Reverting…";
  return state === "running" ? "Importing…" : "Reading…";
}
