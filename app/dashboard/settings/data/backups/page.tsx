"use client";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { RowAction } from "#components/ui/row-actions.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { BackupState, KeptBackup } from "#lib/contract/backups.ts";
import { formatMoment } from "#lib/dates.ts";
import { wholeList } from "#lib/list.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { TechnicalDetails } from "../../technical.tsx";
import { Bar, Card } from "../card.tsx";

const POLL_MS = 1_000;
const MEGABYTE = 1_000_000;
const causes = { night: "Nightly", hand: "On request", upgrade: "Before an upgrade" };

type Row = KeptBackup & { id: string; share: number | null | undefined };

export default function BackupsPage() {
  const read = useRead(
    "backups.get",
    {},
    { refreshInterval: (state?: BackupState) => (state?.work ? POLL_MS : MINUTE) },
  );
  const { data } = read;
  const { data: me } = useMe();
  const { act: verify } = useAct("backups.verify");
  const timezone = me?.timezone;
  useEnd(data);

  const work = data?.work;
  const rows = data?.kept.map((one): Row => {
    const isRead = work?.what === "verify" && work.name === one.name;
    return { ...one, id: one.name, share: isRead ? work.share : undefined };
  });
  const columns = useMemo(() => backupColumns(timezone), [timezone]);
  const isBusy = Boolean(work);
  const actions = useMemo(
    () =>
      ({ name, madeAt }: Row): RowAction[] =>
        isBusy
          ? []
          : [
              {
                name: `Verify the backup of ${formatMoment(madeAt, timezone)}`,
                label: "Verify",
                worded: true,
                onSelect: () => void verify({ body: { name } }),
              },
            ],
    [isBusy, timezone, verify],
  );

  if (!data) return <Pending read={read} />;
  return (
    <>
      <h1>Backups</h1>
      <Overview data={data} timezone={timezone} />
      {data.folder && !data.unreadable && (
        <DataTable
          title="Kept"
          level={2}
          description={keptWords(data)}
          controls={null}
          list={wholeList(rows, { ...read, isValidating: false })}
          columns={columns}
          actions={actions}
          empty={<Empty text="No backup yet" hint="Your first backup appears here." />}
        />
      )}
      <HowItIsSet data={data} />
    </>
  );
}

function Overview({ data, timezone }: { data: BackupState; timezone: string | undefined }) {
  const { act: make, pending } = useAct("backups.make");
  const { folder, at, nextAt, isSealed, work, failure, unreadable, kept } = data;
  const last = kept.find(({ problem }) => !problem);
  const percent = Math.round((work?.share ?? 0) * 100);
  return (
    <Card
      title="Backups"
      beside={
        folder && (
          <Button
            variant="primary"
            busy={pending || Boolean(work)}
            onClick={() => !pending && !work && make({})}
          >
            Back up now
          </Button>
        )
      }
    >
      {work?.what === "make" && (
        <div className="border-b">
          <Bar
            label="Backing up…"
            done={percent}
            total={100}
            what={work.share === null ? "Copying your data" : `${percent} %`}
          />
          <p className="-mt-2 px-4 pb-4 text-muted-foreground text-sm">
            You can keep working or close this page.
          </p>
        </div>
      )}
      {failure && (
        <div className="border-b p-4">
          <Alert>
            {`The last backup failed, ${formatMoment(failure.at, timezone)}: ${failure.text} Earlier backups are still there.`}
          </Alert>
        </div>
      )}
      {unreadable && (
        <div className="border-b p-4">
          <Alert>{`We can’t list the backups right now: ${unreadable}`}</Alert>
        </div>
      )}
      <dl className="grid grid-cols-3 phone:grid-cols-1 [&>div:first-child]:border-l-0 phone:[&>div:first-child]:border-t-0 phone:[&>div]:border-t phone:[&>div]:border-l-0">
        <Fact
          term="Last backup"
          what={last ? formatMoment(last.madeAt, timezone) : unreadable ? "Unknown" : "None yet"}
        >
          {last && [sizeOf(last), holds(last)].filter(Boolean).join(" · ")}
        </Fact>
        <Fact term="Next" what={nextAt ? formatMoment(nextAt, timezone) : folder ? "On request" : "Never"}>
          {at
            ? "Every night, while the store keeps running"
            : folder
              ? "Nightly backups are switched off"
              : "No backups are made here"}
        </Fact>
        <Fact term="Encrypted" what={isSealed ? "Yes" : "No"}>
          {isSealed ? "Protected by a passphrase" : "Anyone with a backup file can read everything in it"}
        </Fact>
      </dl>
      {folder && (
        <p className="rounded-b-lg border-t bg-warning-soft px-4 py-3 text-warning phone:rounded-none">
          <b className="font-semibold">Keep a copy on another machine.</b> A fire or theft here would destroy
          these backups too. Ask your technician to copy them to another place every day.
        </p>
      )}
    </Card>
  );
}

function Fact({ term, what, children }: { term: string; what: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-l px-4 py-3">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="mt-0.5">
        <span className="font-semibold tabular-nums">{what}</span>
        {children && <span className="block text-muted-foreground text-sm">{children}</span>}
      </dd>
    </div>
  );
}

function useEnd(data: BackupState | undefined) {
  const before = useRef(data);
  const work = useRef(data?.work ?? null);
  useEffect(() => {
    if (!data) return;
    before.current ??= data;
    const ended = data.work ? null : work.current;
    work.current = data.work;
    if (data.work) return;
    if (ended) notify(endOf(ended, before.current, data));
    before.current = data;
  }, [data]);
}

/** A restarted host doesn't know the outcome, so only visible results are reported. */
function endOf(
  { what, name }: NonNullable<BackupState["work"]>,
  before: BackupState,
  { kept, failure }: BackupState,
): Parameters<typeof notify>[0] {
  const failed = failure && failure.at !== before.failure?.at ? failure.text : null;
  const found = kept.find((one) => one.name === name);
  const checkedBefore = before.kept.find((one) => one.name === name)?.checkedAt ?? "";
  const isRead = Boolean(found?.checkedAt && found.checkedAt > checkedBefore);
  const isMade = kept.some(
    ({ name, cause }) => cause !== "upgrade" && before.kept.every((old) => old.name !== name),
  );
  const problem = failed ?? (what === "verify" && isRead ? found?.problem : null);
  if (problem) return { type: "error", message: problem };
  if (what === "make" ? !isMade : !isRead) return { type: "error", message: "It didn’t finish. Try again." };
  return { type: "success", message: what === "make" ? "Backup made" : "This backup is complete" };
}

function keptWords({ keep, kept }: BackupState): string {
  const size = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  return `The newest ${keep} nightly and 3 manual backups, ${megabytes(size)}`;
}

function backupColumns(timezone?: string): Column<Row>[] {
  return [
    {
      header: "What",
      phone: "title",
      className: "w-full",
      cell: (row) => (
        <span className="grid min-w-0 py-1.5">
          <span className="font-medium">{causes[row.cause]}</span>
          <span className="truncate text-muted-foreground text-sm phone:hidden">{row.name}</span>
        </span>
      ),
    },
    {
      header: "Made",
      phone: "aside",
      className: "tabular-nums",
      cell: ({ madeAt }) => formatMoment(madeAt, timezone),
    },
    { header: "Size", phone: "lead", className: "tabular-nums", cell: sizeOf },
    { header: "Contents", phone: "hidden", className: "tabular-nums", cell: (row) => holds(row) || "–" },
    { header: "Verified", phone: "meta", className: "phone:pl-2!", cell: (row) => verified(row, timezone) },
  ];
}

function verified({ share, problem, checkedAt }: Row, timezone?: string) {
  if (share !== undefined) return <span role="status">{`Reading… ${Math.round((share ?? 0) * 100)} %`}</span>;
  if (problem) {
    return <span className="block max-w-72 whitespace-normal font-medium text-danger">{problem}</span>;
  }
  if (!checkedAt) return <span className="text-muted-foreground">Not yet</span>;
  return (
    <>
      <span className="font-medium text-success">Complete</span>
      <span className="text-muted-foreground tabular-nums">{`, ${formatMoment(checkedAt, timezone)}`}</span>
    </>
  );
}

function holds({ contacts, sales }: KeptBackup): string {
  if (contacts === null || sales === null) return "";
  return `${plural(contacts, "contact")}, ${plural(sales, "sale")}`;
}

const sizeOf = ({ bytes }: KeptBackup) => megabytes(bytes);

function megabytes(bytes: number): string {
  const size = bytes / MEGABYTE;
  return size < 0.1
    ? `${Math.ceil(bytes / 1000)}\u00a0kB`
    : `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })}\u00a0MB`;
}

function HowItIsSet({ data: { folder, at, keep, isSealed } }: { data: BackupState }) {
  return (
    <TechnicalDetails text="How backups are made and restored, for your technician">
      <div className="grid max-w-[75ch] gap-4 p-4">
        {!folder && (
          <p>
            <b className="font-semibold">This host keeps no backups.</b> Postgres may have its own. With{" "}
            <Code>BACKUP_DIR</Code> one host makes a backup every night.
          </p>
        )}
        <p>
          {isSealed
            ? "The passphrase isn’t in the files. Keep a copy somewhere else. No one can open the backups without it, including us."
            : "Backups are not encrypted and contain everything, including the keys of email accounts. Keep them as safe as the store itself, or set BACKUP_PASSPHRASE. For the same reason, they can’t be downloaded here."}
        </p>
        <div>
          <p>Set these for the host and restart it:</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm phone:grid-cols-1 phone:gap-y-0 phone:[&>dd]:mb-2">
            <Setting name="BACKUP_AT" value={at ?? "off"}>
              when, by the clock of the machine; off for never
            </Setting>
            <Setting name="BACKUP_DIR" value={folder ?? "not set"}>
              where
            </Setting>
            <Setting name="BACKUP_KEEP" value={String(keep)}>
              number of nightly backups to keep
            </Setting>
            <Setting name="BACKUP_PASSPHRASE" value={isSealed ? "set" : "not set"}>
              encrypts them
            </Setting>
          </dl>
        </div>
        <p>
          To restore, stop the host, run <Code>npm run restore -- FILE</Code>, start it again. The current
          data is kept aside. Emails that were due wait until you decide whether to send them.
        </p>
      </div>
    </TechnicalDetails>
  );
}

function Setting({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <Code>{name}</Code>
      </dt>
      <dd className="text-muted-foreground">
        <span className="wrap-anywhere font-medium text-foreground">{value}</span>: {children}
      </dd>
    </>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="wrap-anywhere rounded-sm bg-muted px-1 py-0.5 text-[0.8125rem]">{children}</code>;
}
