import { Check, Mail, MessageCircle, MessageSquareText, Phone } from "lucide-react";
import { useId, useState } from "react";
import { QrCode } from "#components/qr-code.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { NoticeWay } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { linksOf } from "#lib/person.ts";
import { codeOfZone, readPhone } from "#lib/phone.ts";
import { textLength } from "#lib/text-length.ts";
import { messageOf } from "./message.ts";

type Props = { id: string; onClose: () => void };

/** A text from the person's own phone, or an email from their own mail program. Only they know if they sent it. */
export function NotifyModal({ id, onClose }: Props) {
  const read = useRead("repairs.get", { params: { id } });
  const brand = useRead("organization.brand", {});
  const { data: me } = useMe();
  const { data: repair } = read;
  const first = repair?.contact?.name.split(" ")[0] ?? "";
  const title = repair?.state === "READY" ? `Tell ${first} it’s ready` : `Send ${first} the estimate`;
  return (
    <Modal
      title={repair ? title : "Tell the customer"}
      description={repair && reachOf(repair)}
      onClose={onClose}
    >
      {repair && me && !brand.isLoading ? (
        <Message
          key={repair.state}
          repair={repair}
          store={{ name: me.organizationName ?? "", address: brand.data?.address ?? "" }}
          code={codeOfZone(me.timezone)}
          onClose={onClose}
        />
      ) : (
        <Pending read={read} className="min-h-60" />
      )}
    </Modal>
  );
}

function reachOf(repair: Repair): string {
  const { phone, email } = linksOf(repair);
  return [phone?.text, email?.text].filter(Boolean).join(" · ");
}

type MessageProps = {
  repair: Repair;
  store: { name: string; address: string };
  code: string;
  onClose: () => void;
};

const ways = [
  ["TEXT", "Text"],
  ["WHATSAPP", "WhatsApp"],
  ["EMAIL", "Email"],
] as const;

function Message({ repair, store, code, onClose }: MessageProps) {
  const money = useMoney();
  const box = useId();
  const { act, pending } = useAct("repairs.notify");
  const [refused, setRefused] = useState("");
  const { phone, email } = linksOf(repair);
  const number = phone ? digitsOf(readPhone(phone.text, code)) : null;
  const [way, setWay] = useState<NoticeWay>(number || !email ? "TEXT" : "EMAIL");
  const [text, setText] = useState(() =>
    messageOf({ repair, store, money, link: `${window.location.origin}/r/${repair.token}` }),
  );
  const address = addressOf(way, { text, number, email: email?.text ?? null, store: store.name });

  async function note(how: NoticeWay) {
    const { id, state, notified } = repair;
    const body = { how, from: state, seenAt: notified?.at ?? null };
    const { ok, refused } = await act({ params: { id }, body });
    if (ok) onClose();
    else setRefused(refused?.text ?? "");
  }

  return (
    <>
      <div className="grid min-h-0 gap-5 overflow-y-auto px-5 pt-1 pb-5 md:grid-cols-[minmax(0,1fr)_208px]">
        <div className="grid content-start gap-3">
          <div className="md:w-max">
            <Segments aria-label="How" choices={ways} chosen={way} onChoose={setWay} />
          </div>
          <label htmlFor={box} className="sr-only">
            Message
          </label>
          <GrowingText
            id={box}
            data-autofocus
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="min-h-34"
          />
          {way !== "EMAIL" && (
            <p className="text-muted-foreground text-sm tabular-nums">{textLength(text)}</p>
          )}
          {!address && (
            <p className="text-warning">
              {way === "EMAIL"
                ? "There is no email address of this customer."
                : "Add the full number to text."}
            </p>
          )}
        </div>
        {address && way !== "EMAIL" && (
          <div className="grid content-start justify-items-center gap-2.5 rounded-xl bg-muted px-3.5 py-4 text-center text-muted-foreground text-sm phone:hidden">
            <QrCode text={address} label="Opens the message on your phone" className="size-38 rounded-md" />
            <p>
              <b className="block font-medium text-foreground">Scan with your phone</b>
              The message opens ready to send.
            </p>
          </div>
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
        {refused ? (
          <FailureLine className="flex-1 phone:basis-full">{refused}</FailureLine>
        ) : (
          <span className="flex-1 text-muted-foreground text-sm phone:basis-full">
            Loupe can’t see whether you press Send.
          </span>
        )}
        {phone && (
          <a href={phone.href} className={buttonClass({ variant: "ghost", className: "phone:flex-1" })}>
            <Phone size={16} aria-hidden="true" />
            Call
          </a>
        )}
        {address && (
          <a
            href={address}
            target={way === "WHATSAPP" ? "_blank" : undefined}
            rel="noopener"
            className={buttonClass({ className: "phone:flex-1" })}
          >
            {way === "EMAIL" ? (
              <Mail size={16} aria-hidden="true" />
            ) : way === "TEXT" ? (
              <MessageSquareText size={16} aria-hidden="true" />
            ) : (
              <MessageCircle size={16} aria-hidden="true" />
            )}
            {way === "EMAIL" ? "Open mail" : way === "TEXT" ? "Open Messages" : "Open WhatsApp"}
          </a>
        )}
        <Button busy={pending} onClick={() => note("CALL")} className="phone:flex-1">
          I called
        </Button>
        <Button variant="primary" busy={pending} onClick={() => note(way)} className="phone:flex-1">
          <Check size={16} aria-hidden="true" />I sent it
        </Button>
      </footer>
    </>
  );
}

/** "+14155550134"; null without a country's code. */
function digitsOf(number: string): string | null {
  return number.startsWith("+") ? `+${number.replace(/\D/g, "")}` : null;
}

type Address = { text: string; number: string | null; email: string | null; store: string };

function addressOf(way: NoticeWay, { text, number, email, store }: Address): string | null {
  const written = encodeURIComponent(text);
  if (way === "EMAIL") {
    return (
      email && `mailto:${email}?subject=${encodeURIComponent(`Your repair at ${store}`)}&body=${written}`
    );
  }
  if (!number) return null;
  return way === "TEXT"
    ? `sms:${number}?&body=${written}`
    : `https://wa.me/${number.slice(1)}?text=${written}`;
}
