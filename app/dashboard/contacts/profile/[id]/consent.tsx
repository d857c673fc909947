import { useState } from "react";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { consentStates, consentWords } from "#lib/consent-words.ts";
import type { Consent as Said } from "#lib/contract/consent.ts";
import type { Contact } from "#lib/contract/contacts.ts";

const ConsentModal = part(() => import("./consent-modal.tsx"), "ConsentModal");

const tones = { given: "success", withdrawn: "warning", unknown: "muted" } as const;

export function Consent({ contact, name }: { contact: Contact; name: string }) {
  const { consent } = contact;
  return consent ? <Known contact={contact} consent={consent} name={name} /> : null;
}

type Props = { contact: Contact; consent: Said; name: string };

function Known({ contact, consent, name }: Props) {
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  // An unsubscribe has its own notice above, with an undo.
  const isSuppressed = contact.suppressions?.some(({ reason }) => reason === "unsubscribed");
  const isForLeaders = !useMay()("suppressions.lift") && !isSuppressed && consent.source === "unsubscribe";
  return (
    <section aria-labelledby="consent" className="border-t p-4">
      <div className="mb-1 flex min-h-control items-center gap-2">
        <h2 id="consent" className="flex-1">
          Marketing emails
        </h2>
        {!isSuppressed && !isForLeaders && (
          <Button
            icon="pencil"
            aria-label="Change marketing emails"
            onClick={() => setOpen(true)}
            {...ConsentModal.near}
          >
            Change
          </Button>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={tones[consent.state]}>{consentStates[consent.state]}</Badge>
        <span className="min-w-0 text-pretty wrap-anywhere text-muted-foreground text-sm">
          {consentWords(consent, me?.timezone)}
        </span>
      </p>
      {isForLeaders && (
        <p className="mt-1 text-muted-foreground text-sm">Only the owner and admins can undo that.</p>
      )}
      {isOpen && (
        <ConsentModal id={contact.id} name={name} consent={consent} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
