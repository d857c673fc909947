import { type ReactNode, useState } from "react";
import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { panelId, Tabs } from "#components/ui/tabs.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Mail, WholeMail } from "#lib/contract/mails.ts";
import { canBeSentAgain } from "#lib/mails.ts";
import { AboutMail } from "./about-mail.tsx";
import { recipientName, subjectOf, wayWord, whatToDo, whenWords, whyEmpty } from "./mail-words.ts";

const parts = [
  { id: "mail", label: "Email" },
  { id: "text", label: "Plain text" },
] as const;

type Props = { id: string; fromList: Mail | undefined; onClose: () => void };

export function MailModal({ id, fromList, onClose }: Props) {
  const { data: me } = useMe();
  const read = useRead("mails.get", { params: { id } });
  const { data } = read;
  const { act, pending } = useAct("mails.resend");
  const mail = fromList ?? data;
  const canResend = mail && canBeSentAgain(mail, me);
  return (
    <Modal title={mail ? subjectOf(mail) : "Email"} onClose={onClose}>
      <div className="relative grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 pb-5">
        {mail && <Facts mail={mail} via={data?.via} timezone={me?.timezone} />}
        {data ? <Content mail={data} /> : <Pending read={read} />}
      </div>
      {canResend && (
        <footer className="flex items-center justify-end border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
          <Button variant="primary" busy={pending} onClick={() => !pending && act({ params: { id } })}>
            Resend
          </Button>
        </footer>
      )}
    </Modal>
  );
}

type FactsProps = { mail: Mail; via: string | undefined; timezone: string | undefined };

function Facts({ mail, via, timezone }: FactsProps) {
  const name = recipientName(mail);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      <Line label="To">
        {name}
        {mail.toAddress && name !== mail.toAddress && (
          <span className="text-muted-foreground">
            {" "}
            <EmailText>{mail.toAddress}</EmailText>
          </span>
        )}
      </Line>
      <Line label="About">
        <AboutMail mail={mail} />
      </Line>
      <Line label="When">{whenWords(mail, timezone)}</Line>
      <Line label="State">
        <MailStateBadge mail={mail} />
        {mail.reason && <span className="ml-2 text-muted-foreground">{mail.reason}</span>}
      </Line>
      {whatToDo(mail) && <Line label="What to do">{whatToDo(mail)}</Line>}
      {via && mail.state !== "kept" && <Line label="Sent by">{wayWord(via)}</Line>}
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Content({ mail }: { mail: WholeMail }) {
  const [part, setPart] = useState<(typeof parts)[number]["id"]>("mail");
  const { html, text } = mail;
  if (!html && !text) {
    return <p className="rounded-md bg-muted px-4 py-3 text-muted-foreground">{whyEmpty(mail)}</p>;
  }
  return (
    <div className="grid gap-3">
      <Tabs label="Parts of the email" tabs={parts} selected={part} onSelect={setPart} segmented />
      <div
        id={panelId(part)}
        role="tabpanel"
        aria-label={parts.find(({ id }) => id === part)?.label}
        className="h-[40vh] min-h-48 overflow-hidden rounded-md border"
      >
        {part === "mail" ? (
          <iframe title="Email" sandbox="" srcDoc={page(html)} className="size-full bg-white" />
        ) : (
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            className="relative wrap-anywhere size-full overflow-auto whitespace-pre-wrap p-4 font-mono text-sm"
          >
            {text}
          </pre>
        )}
      </div>
    </div>
  );
}

/** The sandbox refuses new tabs, so a click can't unsubscribe the recipient. */
function page(html: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><base target="_blank"><title>Email</title><body style="margin: 16px; font: 16px/1.5 system-ui, sans-serif">${html}`;
}
