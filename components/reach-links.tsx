import { Mail, MessageSquareText, Phone } from "lucide-react";
import { useState } from "react";
import { linksOf } from "#lib/person.ts";
import { Button, buttonClass } from "./ui/button.tsx";
import { part } from "./ui/part.tsx";

const TextModal = part(() => import("./text-modal.tsx"), "TextModal");

type Props = {
  person: Parameters<typeof linksOf>[0];
  name: string;
  contactId?: string | undefined;
  repairId?: string;
};

export function ReachLinks({ person, name, contactId, repairId }: Props) {
  const [isTexting, setTexting] = useState(false);
  const { phone, email } = linksOf(person);
  if (!phone && !email) return null;
  return (
    <div data-paper="no" className="flex gap-2">
      {phone && <Reach verb="Call" Icon={Phone} name={name} href={phone.href} />}
      {phone && contactId && (
        <Button
          icon={MessageSquareText}
          data-action="text"
          aria-label={`Text ${name}`}
          onClick={() => setTexting(true)}
          {...TextModal.near}
          className="min-w-0 flex-1"
        >
          Text
        </Button>
      )}
      {email && <Reach verb="Email" Icon={Mail} name={name} href={email.href} />}
      {isTexting && contactId && (
        <TextModal contactId={contactId} repairId={repairId} onClose={() => setTexting(false)} />
      )}
    </div>
  );
}

const look = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type ReachProps = { verb: string; Icon: typeof Phone; name: string; href: string };

function Reach({ verb, Icon, name, href }: ReachProps) {
  return (
    <a href={href} aria-label={`${verb} ${name}`} className={buttonClass({ className: "min-w-0 flex-1" })}>
      <Icon {...look} />
      {verb}
    </a>
  );
}
