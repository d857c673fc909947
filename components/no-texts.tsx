import { Ban } from "lucide-react";
import { useAct } from "#lib/api/use-act.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { formatDate } from "#lib/dates.ts";
import { contactName } from "#lib/person.ts";
import { useMe } from "./shell/use-me.ts";
import { warningAction } from "./ui/button.tsx";
import { confirm } from "./ui/confirm.tsx";

export function NoTexts({ contact }: { contact: Contact }) {
  const { data: me } = useMe();
  const { act, pending } = useAct("contacts.setTexts");
  const { id, noTexts } = contact;
  if (!noTexts) return null;
  const name = contact.firstName || contactName(contact);
  const timezone = me?.timezone;

  async function change() {
    const question = {
      title: `Allow texts to ${name}?`,
      text: `Only if ${name} asked for texts again.`,
      verb: "Allow texts",
    };
    if (!pending && (await confirm(question))) await act({ params: { id }, body: { isRefused: false } });
  }

  return (
    <p className="flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      <Ban size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 text-pretty wrap-anywhere">
        <b className="font-semibold">No texts.</b> {name} asked for that on{" "}
        {formatDate(noTexts.at, timezone, { short: true })}, noted by {noTexts.by}.
      </span>
      <button type="button" onClick={change} className={warningAction}>
        Change…
      </button>
    </p>
  );
}

export function AskedForNoTexts({ contact }: { contact: Contact }) {
  const { act, pending } = useAct("contacts.setTexts");
  const name = contact.firstName || contactName(contact);

  async function refuse() {
    const question = {
      title: `No texts to ${name}?`,
      text: "Your team sees it with your name and today’s date.",
      verb: "No texts",
    };
    if (!pending && (await confirm(question)))
      await act({ params: { id: contact.id }, body: { isRefused: true } });
  }

  return (
    <button type="button" onClick={refuse} className="link ml-auto pointer-coarse:min-h-11">
      Stop texts…
    </button>
  );
}
