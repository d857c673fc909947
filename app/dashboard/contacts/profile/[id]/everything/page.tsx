"use client";
import { ArrowLeft, FileDown, Printer, UserX } from "lucide-react";
import { useParams } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { useRead } from "#lib/api/use-read.ts";
import { formatMoment, isoDay, today } from "#lib/dates.ts";
import { fileName, saveFile } from "#lib/save-file.ts";
import { plural } from "#lib/text.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { type Section, type Stored, sectionsOf } from "./sections.ts";

export default function EverythingPage() {
  const { id } = useParams<{ id: string }>();
  const may = useMay()("contacts.everything");
  const { data: me } = useMe();
  if (!me) return <Loading />;
  if (!may)
    return (
      <EmptyScreen
        icon={UserX}
        title="You don’t have access"
        text="Only the owner and admins can export all data of a contact."
        href={`/dashboard/contacts/profile/${id}`}
        back="Back to the contact"
      />
    );
  return <Everything key={id} id={id} />;
}

type Known = { records: Stored[]; names: Record<string, string>; isWhole: boolean; error?: ApiError };
const NOTHING: Known = { records: [], names: {}, isWhole: false };

function Everything({ id }: { id: string }) {
  const { data: me } = useMe();
  const money = useMoney();
  const { data: timezone } = useRead("organization.timezone", {});
  const [known, retry] = useEverything(id);
  const { records, names, isWhole, error } = known;
  const sections = useMemo(
    () => (isWhole && timezone ? sectionsOf(records, { names, timezone, money }) : []),
    [isWhole, records, names, timezone, money],
  );
  const [madeAt] = useState(() => new Date().toISOString());
  const store = me?.organizationName ?? "";
  if (error?.status === 404 || error?.status === 400)
    return (
      <EmptyScreen
        icon={UserX}
        title="Contact not found"
        text="The contact may have been deleted or erased."
        href="/dashboard/contacts"
        back="Back to contacts"
      />
    );
  if (error) return <Failed text={error.message} onRetry={retry} />;
  if (!isWhole || !timezone)
    return <Loading label={`Collecting data: ${plural(records.length, "record")}…`} />;
  const [card] = records;
  const name = `${card?.record.first_name ?? ""} ${card?.record.last_name ?? ""}`.trim() || "Contact";

  function save() {
    const day = isoDay(today(timezone));
    const content = { store, contact: name, madeAt, timezone, names, records };
    saveFile(fileName("json", "everything", name, day), JSON.stringify(content, null, 2), "application/json");
  }

  return (
    <article className="mx-auto grid w-full max-w-4xl gap-6 print:block">
      <ScreenTitle>{`All data of ${name}`}</ScreenTitle>
      <header className="grid gap-3">
        <PrefetchLink
          href={`/dashboard/contacts/profile/${id}`}
          data-paper="no"
          className="link inline-flex items-center gap-1.5 justify-self-start text-sm pointer-coarse:min-h-11"
        >
          <ArrowLeft size={16} strokeWidth={1.75} />
          {name}
        </PrefetchLink>
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 phone:basis-full">
            <h1 className="wrap-anywhere">
              Everything {store || "this store"} has stored about {name}
            </h1>
            <p className="mt-1 text-muted-foreground">
              {plural(records.length, "record")}, as of {formatMoment(madeAt, timezone)} ({timezone}).
            </p>
          </div>
          <Button icon={Printer} onClick={() => window.print()} className="phone:flex-1">
            Print
          </Button>
          <Button icon={FileDown} onClick={save} className="phone:flex-1">
            Download JSON
          </Button>
        </div>
      </header>
      {sections.map((section) => (
        <Part key={section.kind} section={section} />
      ))}
    </article>
  );
}

function Part({ section: { kind, title, none, entries } }: { section: Section }) {
  return (
    <section
      aria-labelledby={`part-${kind}`}
      className="card grid gap-1 p-5 print:mt-4 print:block phone:p-4"
    >
      <h2 id={`part-${kind}`}>
        {title}
        {entries.length > 1 && <span className="heading-note">{entries.length}</span>}
      </h2>
      {entries.length === 0 && <p className="text-muted-foreground">{none}</p>}
      <ul className="grid print:block">
        {entries.map(({ id, title, values }) => (
          <li key={id} className="grid gap-1.5 border-b py-3 last:border-0 last:pb-0 print:block">
            {title && <h3 className="font-medium wrap-anywhere">{title}</h3>}
            <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[11rem_minmax(0,1fr)] print:grid-cols-[11rem_minmax(0,1fr)]">
              {values.map(({ label, text }) => (
                <div key={`${label} ${text}`} className="grid md:contents print:contents">
                  <dt className="text-muted-foreground text-sm md:leading-6">{label}</dt>
                  <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
                </div>
              ))}
            </dl>
            {kind === "file" && (
              <a href={`/api/v1/files/${id}?download=1`} className="link w-fit print:hidden">
                Save this file
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useEverything(id: string): [Known, () => void] {
  const [known, setKnown] = useState(NOTHING);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry must run it again
  useEffect(() => {
    const over = new AbortController();
    async function readAll() {
      const all: Known = { ...NOTHING, records: [] };
      let after: string | undefined;
      do {
        const { records, names, next } = await call("contacts.everything", {
          params: { id },
          query: { after },
        });
        if (over.signal.aborted) return;
        all.records = [...all.records, ...records];
        all.names = { ...all.names, ...names };
        after = next ?? undefined;
        setKnown({ ...all, isWhole: !after });
      } while (after);
    }
    setKnown(NOTHING);
    readAll().catch((error) => {
      if (over.signal.aborted) return;
      setKnown({ ...NOTHING, error: error instanceof ApiError ? error : new ApiError(500, UNEXPECTED) });
    });
    return () => over.abort();
  }, [id, turn]);
  return [known, () => setTurn((turn) => turn + 1)];
}
