"use client";
import { Archive, Download, FileSpreadsheet } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useExport } from "#components/list-menu.tsx";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { ApiError } from "#lib/api/call.ts";
import { failureText } from "#lib/api/failure-text.ts";
import { messagesOf } from "#lib/api/refusal.ts";
import { useRead } from "#lib/api/use-read.ts";
import { formatMoment, isoDay, today } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { fileName, saveFile } from "#lib/save-file.ts";
import { stored } from "#lib/stored-code.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { Card } from "../card.tsx";

const loadDownload = stored(() => import("#lib/api/download.ts"));
const loadExport = stored(() => import("#components/export-rows.ts"));

export function ExportScreen() {
  const may = useMay()("data.export");
  const { data: me } = useMe();
  if (!me) return <Loading />;
  if (!may)
    return (
      <EmptyScreen
        icon={Archive}
        title="You don’t have access"
        text="Only the owner and admins export everything."
        href="/dashboard/settings"
        back="Back to Settings"
      />
    );
  return (
    <>
      <h1>Export</h1>
      <Everything />
      <OneList />
    </>
  );
}

const HELD = [
  "Contacts, sales and refunds, notes, categories, appointments, appointment types, the waiting list",
  "Templates, automations, every email and its status, the team, days off, the history",
];

function Everything() {
  const { data: me } = useMe();
  const { data: last, mutate } = useRead("data.exported", {});
  const [bytes, setBytes] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  useUnsaved(bytes !== null);

  async function start() {
    if (bytes !== null) return;
    const stop = new AbortController();
    stopping.current = stop;
    setProblem("");
    setBytes(0);
    const texts = await messagesOf("data.export");
    try {
      const { download } = await loadDownload();
      const file = await download("data.export", { onBytes: setBytes, signal: stop.signal });
      if (file) {
        const day = isoDay(today(me?.timezone));
        saveFile(fileName("zip", me?.organizationName ?? "", "everything", day), file);
        notify({ type: "success", message: texts.success ?? "" });
      }
    } catch (caught) {
      setProblem(failureText(texts, caught instanceof ApiError ? caught : new Error(UNEXPECTED)));
    }
    setBytes(null);
    void mutate();
  }

  return (
    <Card title="Export everything">
      <div className="grid justify-items-start gap-4 p-4">
        <p className="max-w-prose">
          One ZIP file with everything in your store right now. It contains tables for any spreadsheet app
          (CSV, and Excel for the lists) and JSON with every field.
        </p>
        <ul className="grid max-w-prose list-disc gap-1 pl-5 text-muted-foreground">
          {HELD.map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>
            A README explains the files. You can import contacts, sales, notes, categories and appointments
            again.
          </li>
          <li>Not included: passwords, keys and the trash.</li>
        </ul>
        {problem && <Alert>{problem}</Alert>}
        {bytes === null ? (
          <Button icon={Archive} variant="primary" onClick={start}>
            {problem ? "Try again" : "Export everything"}
          </Button>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <span role="status" className="flex items-center gap-2 tabular-nums">
              <span className="spinner" aria-hidden="true" />
              {bytes === 0 ? "Preparing…" : `Exporting… ${inMegabytes(bytes)}`}
            </span>
            <Button onClick={() => stopping.current?.abort()}>Stop</Button>
          </div>
        )}
        <p className="max-w-prose text-muted-foreground text-sm">
          {last?.at &&
            `Last exported ${formatMoment(last.at, me?.timezone)}${last.by ? ` by ${last.by}` : ""}. `}
          Each export is recorded in the history. Keep the file as safe as the store itself. It contains
          everyone’s names, numbers and purchases.
        </p>
      </div>
    </Card>
  );
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}

function OneList() {
  const { data: me } = useMe();
  const money = useMoney();
  const store = {
    ...{ store: me?.organizationName, timezone: me?.timezone },
    ...{ money, methods: me?.methods, search: "", complete: true },
  };
  const contacts = useExport("contacts.list", "contact", async (watch, format) =>
    (await loadExport()).exportContacts({ ...store, format }, watch),
  );
  const sales = useExport("sales.list", "sale", async (watch, format) =>
    (await loadExport()).exportSales({ ...store, format }, watch),
  );
  return (
    <Card title="Export one list">
      <ul className="divide-y">
        <ListRow name="Contacts" exporting={contacts} />
        <ListRow name="Sales" exporting={sales} />
      </ul>
      <p className="border-t px-4 py-3 text-muted-foreground text-sm">
        To export only what a search or filter shows, use the menu of that list.
      </p>
    </Card>
  );
}

type RowProps = { name: string; exporting: ReturnType<typeof useExport> };

function ListRow({ name, exporting: { count, start, stop } }: RowProps): ReactNode {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-2 px-4 py-2">
      <span className="flex-1 font-medium">{name}</span>
      {count === null ? (
        <>
          <Button icon={Download} onClick={() => void start("csv")} aria-label={`${name} as CSV`}>
            CSV
          </Button>
          <Button icon={FileSpreadsheet} onClick={() => void start("xlsx")} aria-label={`${name} for Excel`}>
            Excel
          </Button>
        </>
      ) : (
        <>
          <span role="status" className="flex items-center gap-2 text-muted-foreground text-sm tabular-nums">
            <span className="spinner" aria-hidden="true" />
            {`Exporting… ${count ? count.toLocaleString("en-US") : ""}`}
          </span>
          <Button onClick={stop}>Stop</Button>
        </>
      )}
    </li>
  );
}
