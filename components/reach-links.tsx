import { Mail, Phone } from "lucide-react";
import { linksOf } from "#lib/person.ts";
import { buttonClass } from "./ui/button.tsx";

type Props = { person: Parameters<typeof linksOf>[0]; name: string };

export function ReachLinks({ person, name }: Props) {
  const { phone, email } = linksOf(person);
  if (!phone && !email) return null;
  return (
    <div data-paper="no" className="flex gap-2">
      {phone && <Reach verb="Call" Icon={Phone} name={name} href={phone.href} />}
      {email && <Reach verb="Email" Icon={Mail} name={name} href={email.href} />}
    </div>
  );
}

type ReachProps = { verb: string; Icon: typeof Phone; name: string; href: string };

function Reach({ verb, Icon, name, href }: ReachProps) {
  return (
    <a href={href} aria-label={`${verb} ${name}`} className={buttonClass({ className: "flex-1" })}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {verb}
    </a>
  );
}
