"use client";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Status } from "#lib/contract/status.ts";
import { formatMoment } from "#lib/dates.ts";
import { plural } from "#lib/text.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { Card } from "../data/card.tsx";
import { TechnicalDetails } from "../technical.tsx";
import {
  backupLines,
  calendarLines,
  jobLines,
  type Line,
  mailLines,
  type Sign,
  worst,
} from "./status-lines.ts";

type WebProps = { webTimeData: string | undefined };

export function StatusScreen({ webTimeData }: WebProps) {
  const mine = useMay()("status.get");
  const read = useRead("status.get", mine ? {} : null, { refreshInterval: MINUTE });
  const { data } = read;
  const { data: me } = useMe();
  return (
    <>
      <ScreenTitle>Status</ScreenTitle>
      <h1>Status</h1>
      {!mine ? (
        <p className="text-muted-foreground">Only the owner and admins see it.</p>
      ) : data ? (
        <All status={data} timezone={me?.timezone} webTimeData={webTimeData} />
      ) : (
        <Pending read={read} />
      )}
    </>
  );
}

function All({ status, timezone, webTimeData }: WebProps & { status: Status; timezone: string | undefined }) {
  const parts = [
    { title: "Email", lines: mailLines(status, timezone) },
    { title: "Calendars", lines: calendarLines(status) },
    { title: "Loupe", lines: jobLines(status, timezone, webTimeData) },
    { title: "Backups", lines: backupLines(status, timezone) },
  ].filter(({ lines }) => lines.length > 0);
  const open = parts.flatMap(({ lines }) => lines).filter(({ sign }) => sign !== "well").length;
  return (
    <>
      <p role="status" className="-mt-2 text-muted-foreground">
        {open === 0 ? "Everything works." : `${plural(open, "thing")} to check.`}{" "}
        <span className="tabular-nums">{`Checked ${formatMoment(status.at, timezone)}.`}</span>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {parts.map(({ title, lines }) => (
          <Card key={title} title={title} beside={<SignBadge sign={worst(lines)} />}>
            <Lines lines={lines} />
          </Card>
        ))}
      </div>
      <Version status={status} timezone={timezone} />
    </>
  );
}

const badges = {
  well: ["success", "Working"],
  careful: ["warning", "Needs attention"],
  wrong: ["danger", "Not working"],
} as const;

function SignBadge({ sign }: { sign: Sign }) {
  const [tone, word] = badges[sign];
  return <Badge tone={tone}>{word}</Badge>;
}

const marks = {
  well: [CircleCheck, "text-success", ""],
  careful: [TriangleAlert, "text-warning", "Needs attention: "],
  wrong: [CircleAlert, "text-danger", "Not working: "],
} as const;

function Lines({ lines }: { lines: Line[] }) {
  return (
    <ul className="divide-y">
      {lines.map(({ sign, text, link }) => {
        const [Mark, color, word] = marks[sign];
        return (
          <li key={text} className="flex items-start gap-3 px-4 py-2.5">
            <Mark size={16} strokeWidth={1.75} aria-hidden="true" className={`mt-0.5 shrink-0 ${color}`} />
            <span className="wrap-anywhere min-w-0 flex-1">
              {word && <span className="sr-only">{word}</span>}
              {text}
            </span>
            {link && (
              <Link
                href={link.href}
                className="-my-1.5 flex min-h-8 shrink-0 items-center font-medium text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                {link.label}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const databases = { embedded: "Embedded, in the data folder", postgres: "Postgres" };

function Version({ status: { host }, timezone }: { status: Status; timezone: string | undefined }) {
  return (
    <TechnicalDetails text="Versions and database, for your technician">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 px-4 py-3.5">
        <Fact term="Loupe">{host.version}</Fact>
        <Fact term="Web app">{process.env.BUILD || "Under development"}</Fact>
        <Fact term="Database">{databases[host.database]}</Fact>
        <Fact term="Database version">{host.schema}</Fact>
        <Fact term="Running since">{formatMoment(host.startedAt, timezone)}</Fact>
      </dl>
    </TechnicalDetails>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}
