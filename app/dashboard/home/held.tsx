import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { formatMoment } from "#lib/dates.ts";
import { capitalize, plural } from "#lib/text.ts";

export function HeldPanel({ timezone }: { timezone: string | undefined }) {
  const { data: held } = useRead("backups.held", {});
  const { act, pending } = useAct("backups.release");
  if (!held?.since) return null;
  const { since, mailCount, mails, automations, campaigns, appointments } = held;
  const counts = [
    mailCount && plural(mailCount, "email"),
    automations.length && plural(automations.length, "automation"),
    campaigns.length && plural(campaigns.length, "campaign"),
    appointments && `${plural(appointments, "appointment")} for the calendar`,
  ].filter((count) => typeof count === "string");

  async function decide(what: "send" | "drop") {
    const question = {
      send: {
        title: "Send everything that’s waiting?",
        text: `${capitalize(sentenceList(counts))} are sent now. Customers may get an email twice if it was already sent after the backup. Anything too late is skipped.`,
        verb: "Send",
      },
      drop: {
        title: "Discard everything that’s waiting?",
        text: `${capitalize(sentenceList(counts))} are never sent. Automations continue with their next run.`,
        verb: "Discard",
      },
    }[what];
    if (await confirm(question)) await act({ body: { what } });
  }

  return (
    <section
      aria-labelledby="held"
      className="grid gap-3 rounded-lg bg-warning-soft px-4 py-3 phone:-mx-4 phone:rounded-none"
    >
      <header className="grid gap-1 text-warning">
        <h2 id="held">Restored from a backup</h2>
        <p>
          {`This is the store as it was on ${formatMoment(since, timezone)}. ${capitalize(sentenceList(counts))} ${counts.length === 1 && /^1 /.test(counts[0] ?? "") ? "waits" : "wait"}. Some of this may already have been sent after the backup.`}
        </p>
      </header>
      {mails.length + automations.length + campaigns.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer font-medium pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:items-center">
            Waiting to be sent
          </summary>
          <ScrollRegion aria-label="Waiting to be sent" className="mt-1 max-h-72 overflow-y-auto">
            <ul>
              {automations.map(({ id, name }) => (
                <li key={id} className="py-1">
                  {`Automation “${name}” runs again`}
                </li>
              ))}
              {campaigns.map(({ id, name }) => (
                <li key={id} className="py-1">
                  {`Campaign “${name}” continues`}
                </li>
              ))}
              {mails.map(({ id, subject, toName, toAddress, dueAt }) => (
                <li key={id} className="wrap-anywhere py-1">
                  {`${subject ? `“${subject}”` : "Email of an automation"} to ${toName || toAddress}, due ${formatMoment(dueAt, timezone)}`}
                </li>
              ))}
              {mailCount > mails.length && (
                <li className="py-1">{`and ${mailCount - mails.length} more emails`}</li>
              )}
            </ul>
          </ScrollRegion>
        </details>
      )}
      <div className="flex gap-2">
        <Button busy={pending} onClick={() => !pending && decide("send")}>
          Send
        </Button>
        <Button busy={pending} onClick={() => !pending && decide("drop")}>
          Discard
        </Button>
      </div>
    </section>
  );
}

function sentenceList(words: string[]): string {
  return words.length < 2 ? (words[0] ?? "Nothing") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
