import type { ReactNode } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { EmailText } from "#components/ui/email-text.tsx";
import type { FieldKind } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { formatDate } from "#lib/dates.ts";
import { mailLink, phoneLink } from "#lib/links.ts";

export const grid = "profile-fields grid grid-cols-2 gap-x-3 gap-y-3.5 max-[22.4375rem]:grid-cols-1";
export const wide = "col-span-full";

type Props = { contact: Contact; fields?: readonly (typeof contactFields)[number][] };

export function ViewFields({ contact, fields = contactFields }: Props) {
  const { data: me } = useMe();
  const day = (date: string | null) => formatDate(date, me?.timezone);
  return (
    <dl className={grid}>
      {fields.map(({ key, label, kind }) => (
        <Value key={key} label={label} className={kind === "email" || kind === "phone" ? wide : undefined}>
          {kind === "date" ? day(contact[key]) : linked(kind, contact[key] ?? "")}
        </Value>
      ))}
    </dl>
  );
}

function linked(kind: FieldKind, text: string): ReactNode {
  if (text && kind === "email")
    return (
      <a href={mailLink(text)} className="tap inline-block hover:underline">
        <EmailText>{text}</EmailText>
      </a>
    );
  if (text && kind === "phone")
    return (
      <a href={phoneLink(text)} className="tap inline-block tabular-nums hover:underline">
        {text}
      </a>
    );
  return text;
}

function Value({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={`grid min-w-0 content-start gap-1.5 ${className ?? ""}`}>
      <dt className="font-medium text-sm">{label}</dt>
      <dd
        title={typeof children === "string" ? children : undefined}
        className="h-control truncate rounded-md border border-transparent bg-background px-3 leading-[2.125rem] phone:text-[1rem] phone:leading-[2.625rem] pointer-coarse:text-[1rem] pointer-coarse:leading-[2.625rem]"
      >
        {children || <span className="text-muted-foreground">Not set</span>}
      </dd>
    </div>
  );
}
