import { Mail, Phone } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { useCan } from "#lib/api/use-can.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { NotMailed } from "./not-mailed.tsx";

/** Who it is, and the two things done most often. */
export function Identity({ contact, name }: { contact: Contact; name: string }) {
  const { id, email, phoneNumber, suppressions = [] } = contact;
  const tellsOfMails = useCan()("mails.list");
  return (
    <header className="grid gap-4 p-4 phone:px-0 phone:pt-0">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar id={id} name={name} className="size-12! text-base!" />
        <h1 className="min-w-0 hyphens-auto text-pretty wrap-anywhere">{name}</h1>
      </div>
      {suppressions.length > 0 && <NotMailed suppressions={suppressions} />}
      {(phoneNumber || email) && (
        <div data-paper="no" className="flex gap-2">
          {phoneNumber && (
            <a
              href={phoneLink(phoneNumber)}
              aria-label={`Call ${name}`}
              className={buttonClass({ className: "flex-1" })}
            >
              <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
              Call
            </a>
          )}
          {email && (
            <a
              href={mailLink(email)}
              aria-label={`Email ${name}`}
              className={buttonClass({ className: "flex-1" })}
            >
              <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
              Email
            </a>
          )}
        </div>
      )}
      {tellsOfMails && (
        <NearLink
          href={`/dashboard/mail?contact=${id}`}
          className="link justify-self-start text-sm not-pointer-coarse:-mt-1 not-pointer-coarse:py-0.5"
        >
          Emails of your store to {name}
        </NearLink>
      )}
    </header>
  );
}
