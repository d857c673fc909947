"use client";
import { Megaphone } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { HistoryButton } from "#components/history-button.tsx";
import { MailHistory } from "#components/mail-history.tsx";
import { mailStateWords } from "#components/mail-state-badge.tsx";
import { isGone, MissingRecord } from "#components/missing-record.tsx";
import { NoMail } from "#components/no-mail.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMoney } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { part } from "#components/ui/part.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import type { Answer as Read } from "#lib/contract/contract.ts";
import { withoutTokens } from "#lib/contract/tokens.ts";
import { dotted, formatCount } from "#lib/text.ts";
import { quietWords, StateBadge, whenWords } from "../state.tsx";

const Draft = part(() => import("./draft.tsx"), "Draft");
const POLL_MS = 3_000;

export function CampaignScreen() {
  const { id } = useParams<{ id: string }>();
  const may = useMay()("campaigns.create");
  if (!/^[\w-]{1,64}$/.test(id) || (id === "new" && !may)) return <NotFound />;
  return id === "new" ? <Draft campaign={null} /> : <One key={id} id={id} />;
}

function NotFound({ id }: { id?: string }) {
  return (
    <MissingRecord kind="campaign" record={id} icon={Megaphone} href="/dashboard/campaigns" back="Back" />
  );
}

function One({ id }: { id: string }) {
  const may = useMay()("campaigns.update");
  const [isLeaving, setLeaving] = useState(false);
  const read = useRead("campaigns.get", isLeaving ? null : { params: { id } }, {
    refreshInterval: (read?: Campaign) => (moves(read) ? POLL_MS : 0),
  });
  const { data, error } = read;
  if (isGone(error, undefined)) return <NotFound id={id} />;
  if (data)
    return data.state === "draft" && may ? (
      <Draft campaign={data} onLeaving={setLeaving} />
    ) : (
      <Sent campaign={data} />
    );
  return (
    <section className="min-h-96 rounded-lg border bg-card pt-24 shadow-1">
      <ScreenTitle>Campaign</ScreenTitle>
      <h1 className="sr-only">Campaign</h1>
      <Pending read={read} className="" />
    </section>
  );
}

function moves(read?: Campaign): boolean {
  return read?.state === "running" || read?.state === "scheduled";
}

type State = keyof typeof mailStateWords;
type Answer = Read<"campaigns.report">;

function Sent({ campaign }: { campaign: Campaign }) {
  const { id, name, subject, waitsFor, audience } = campaign;
  const { data: timezone } = useRead("organization.timezone", {});
  const isRunning = campaign.state === "running";
  const { data: report } = useRead("campaigns.report", campaign.startedAt ? { params: { id } } : null, {
    refreshInterval: (read?: Answer) => (isRunning || countWaiting(read) > 0 ? POLL_MS : 0),
  });
  // A finished campaign sends again when a person resends its emails.
  const isResending = campaign.state === "done" && countWaiting(report) > 0;
  const quiet = quietWords(campaign, timezone);
  const isOver = isRunning && report !== undefined && Boolean(audience) && countWaiting(report) === 0;
  const shown: Campaign = isResending
    ? { ...campaign, state: "running", finishedAt: null }
    : { ...campaign, ...(isOver && { state: "done" }) };
  return (
    <div className="grid gap-4">
      <ScreenTitle>{name}</ScreenTitle>
      <header className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 phone:basis-full">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere min-w-0">{name}</h1>
            <span role="status">
              <StateBadge campaign={shown} />
            </span>
          </div>
          <p className="mt-0.5 text-muted-foreground tabular-nums">
            {dotted(whenWords(shown, timezone), subject && `“${withoutTokens(subject)}”`)}
          </p>
        </div>
        <HistoryButton id={id} name={name} className="phone:flex-1" />
        <Controls campaign={campaign} />
      </header>
      {waitsFor ? (
        <Alert>{`Its emails are waiting. They’ll be sent once this is fixed: ${waitsFor}`}</Alert>
      ) : (
        shown.state !== "done" && shown.state !== "stopped" && <NoMail />
      )}
      {quiet && <p className="text-muted-foreground">{quiet}</p>}
      {campaign.startedAt && (
        <>
          <Report data={report} audience={audience ?? 0} />
          <MailHistory
            of="campaigns.mails"
            id={id}
            title="Emails"
            isPaused={campaign.state === "paused" || Boolean(waitsFor)}
            hasEmails={Object.keys(report?.counts ?? {}).some((state) => state !== "skipped")}
          />
        </>
      )}
    </div>
  );
}

function Controls({ campaign: { id, state, name } }: { campaign: Campaign }) {
  const may = useMay()("campaigns.pause");
  const pause = useAct("campaigns.pause");
  const resume = useAct("campaigns.resume");
  const stop = useAct("campaigns.stop");
  const isBusy = pause.pending || resume.pending || stop.pending;
  const params = { params: { id } };
  if (!may || state === "done" || state === "stopped" || state === "draft") return null;

  async function end() {
    if (isBusy) return;
    const text = "Emails that are still waiting are not sent. Emails already sent stay sent.";
    if (state === "scheduled" || (await confirm({ title: `Stop ${name}?`, text, verb: "Stop" })))
      await stop.act(params);
  }

  return (
    <>
      {state === "running" && (
        <Button busy={pause.pending} onClick={() => !isBusy && pause.act(params)} className="phone:flex-1">
          Pause
        </Button>
      )}
      {state === "paused" && (
        <Button busy={resume.pending} onClick={() => !isBusy && resume.act(params)} className="phone:flex-1">
          Resume
        </Button>
      )}
      <Button busy={stop.pending} onClick={end} className="phone:flex-1">
        {state === "scheduled" ? "Back to draft" : "Stop"}
      </Button>
    </>
  );
}

function Report({ data, audience }: { data: Answer | undefined; audience: number }) {
  const money = useMoney();
  if (!data) return <Loading />;
  const { counts, skipped, failed, unsubscribed, cameBack } = data;
  const waiting = countWaiting(data);
  const settled = audience - waiting;
  const states = (Object.keys(mailStateWords) as State[]).filter((state) => counts[state]);
  const facts = [
    ["People", formatCount(audience)],
    ...states.map((state) => [
      state === "held" ? "Queued" : mailStateWords[state],
      formatCount(counts[state] ?? 0),
    ]),
    ["Unsubscribed", formatCount(unsubscribed ?? 0)],
    ["Came back within 30 days", formatCount(cameBack.contacts ?? 0)],
    ["Spent within 30 days", cameBack.spent === null ? "—" : money.format(cameBack.spent)],
  ];
  return (
    <section aria-labelledby="report" className="card min-w-0 grid gap-4 p-4">
      <h2 id="report">Report</h2>
      {waiting > 0 && (
        <progress
          aria-label="Progress"
          max={Math.max(audience, 1)}
          value={settled}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
        />
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted-foreground text-sm">{label}</dt>
            <dd className="font-semibold text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Reasons label="Skipped, and why" of={skipped} />
      <Reasons label="Failed, and why" of={failed} />
    </section>
  );
}

function countWaiting(read?: Answer): number {
  const { queued = 0, held = 0, sending = 0 } = read?.counts ?? {};
  return queued + held + sending;
}

function Reasons({ label, of }: { label: string; of: { reason: string; count: number | null }[] }) {
  if (of.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium text-sm">{label}</h3>
      <ul className="text-muted-foreground text-sm">
        {of.map(({ reason, count }) => (
          <li key={reason} className="wrap-anywhere tabular-nums">
            {formatCount(count ?? 0)} · {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
