import { Check, Mail, MessageCircle, MessageSquareText, Phone } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { linksOf } from "#lib/person.ts";
import { codeOfZone, e164 } from "#lib/phone.ts";
import { straight, textLength } from "#lib/text-length.ts";
import { QrCode } from "./qr-code.tsx";
import { useMe } from "./shell/use-me.ts";
import { Button, buttonClass } from "./ui/button.tsx";
import { FailureLine } from "./ui/failure-line.tsx";
import { GrowingText } from "./ui/growing-text.tsx";
import { Segments } from "./ui/segments.tsx";

const looks = {
  TEXT: { word: "Text", open: "Open Messages", Icon: MessageSquareText },
  WHATSAPP: { word: "WhatsApp", open: "Open WhatsApp", Icon: MessageCircle },
  EMAIL: { word: "Email", open: "Open mail", Icon: Mail },
};
export type Way = keyof typeof looks;

const MAX_CHARACTERS = 2_000;
const MAX_QR_BYTES = 2_331;

type Props = {
  ways: readonly Way[];
  person: Parameters<typeof linksOf>[0];
  subject?: string;
  start: string;
  pending: boolean;
  refused: string;
  onSent: (way: Way, text: string) => void;
  addNumber?: ReactNode;
  notice?: ReactNode;
  refuse?: ReactNode;
  children?: ReactNode;
  templates?: (fill: (text: string) => void) => ReactNode;
};

/** People send it themselves. Only they know whether they did. */
export function SendForm({
  ways,
  person,
  subject = "",
  start,
  pending,
  refused,
  onSent,
  addNumber,
  notice,
  refuse,
  children,
  templates,
}: Props) {
  const { data: me } = useMe();
  const box = useId();
  const { phone, email } = linksOf(person);
  const number = phone ? e164(phone.text, codeOfZone(me?.timezone ?? "")) : null;
  const isByEmail = ways[0] === "EMAIL" || (!number && email && ways.includes("EMAIL"));
  const [way, setWay] = useState<Way>(isByEmail ? "EMAIL" : "TEXT");
  const [typed, setTyped] = useState(start);
  const text = straight(typed);
  const address = messageLink(way, { text, number, email: email?.text ?? null, subject });

  return (
    <>
      <div className="grid min-h-0 gap-5 overflow-y-auto px-5 pt-1 pb-5 md:grid-cols-[minmax(0,1fr)_208px]">
        <div className="grid content-start gap-3">
          {notice}
          <div className="flex flex-wrap items-center gap-2">
            <Segments
              aria-label="How"
              choices={ways.map((one) => [one, looks[one].word] as const)}
              value={way}
              onChoose={setWay}
            />
            {templates?.((text) => setTyped(text))}
          </div>
          <label htmlFor={box} className="sr-only">
            Message
          </label>
          <GrowingText
            id={box}
            data-autofocus
            maxLength={MAX_CHARACTERS}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="min-h-34"
          />
          {way !== "EMAIL" && (
            <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm tabular-nums">
              {textLength(text)}
              {refuse}
            </p>
          )}
          {!address && (
            <p className="text-warning">
              {way === "EMAIL"
                ? "There is no email address of this customer."
                : (addNumber ?? "Add the full number to text.")}
            </p>
          )}
        </div>
        {address && way !== "EMAIL" && address.length <= MAX_QR_BYTES && <ScanCode address={address} />}
      </div>
      <Footer {...{ way, phone, address, pending, refused }} onSent={() => onSent(way, text)}>
        {children}
      </Footer>
    </>
  );
}

type FooterProps = Pick<Props, "pending" | "refused" | "children"> & {
  way: Way;
  phone: ReturnType<typeof linksOf>["phone"];
  address: string | null;
  onSent: () => void;
};

function Footer({ way, phone, address, pending, refused, onSent, children }: FooterProps) {
  const { open, Icon } = looks[way];
  const { isBack, leave, stay } = useCameBack();
  const [wasOpened, setOpened] = useState(false);
  const confirmSent = () => pending || onSent();
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
      {refused ? (
        <FailureLine className="flex-1 phone:basis-full">{refused}</FailureLine>
      ) : isBack && address ? (
        <SentQuestion busy={pending} onYes={confirmSent} onNo={stay} />
      ) : (
        <span className="flex-1 text-muted-foreground text-sm phone:basis-full">
          Loupe can’t see whether you press Send.
        </span>
      )}
      {phone && (
        <a
          href={phone.href}
          className={buttonClass({ variant: "ghost", className: "phone:h-12 phone:flex-1" })}
        >
          <Phone size={16} aria-hidden="true" />
          Call
        </a>
      )}
      {address && (
        <a
          href={address}
          target={way === "WHATSAPP" ? "_blank" : undefined}
          rel="noopener"
          onClick={() => {
            setOpened(true);
            leave();
          }}
          className={buttonClass({
            variant: wasOpened ? "outline" : "primary",
            className: "phone:h-12 phone:flex-1",
          })}
        >
          <Icon size={16} aria-hidden="true" />
          {open}
        </a>
      )}
      {children}
      {address && !isBack && (
        <Button
          variant={wasOpened ? "primary" : "outline"}
          busy={pending}
          onClick={confirmSent}
          className="phone:h-12 phone:flex-1"
        >
          <Check size={16} aria-hidden="true" />I sent it
        </Button>
      )}
    </footer>
  );
}

function ScanCode({ address }: { address: string }) {
  return (
    <div className="grid content-start justify-items-center gap-2.5 rounded-xl bg-muted px-3.5 py-4 text-center text-muted-foreground text-sm phone:hidden">
      <QrCode text={address} label="Opens the message on your phone" className="size-38 rounded-md" />
      <p>
        <b className="block font-medium text-foreground">Scan with your phone</b>
        The message opens ready to send.
      </p>
    </div>
  );
}

type SentQuestionProps = { busy: boolean; onYes: () => void; onNo: () => void };

function SentQuestion({ busy, onYes, onNo }: SentQuestionProps) {
  return (
    <div role="status" className="flex flex-1 items-center gap-2 phone:basis-full">
      <b className="flex-1 font-medium">Did you send it?</b>
      <Button variant="primary" busy={busy} onClick={onYes}>
        Yes
      </Button>
      <Button onClick={onNo}>No</Button>
    </div>
  );
}

type Message = { text: string; number: string | null; email: string | null; subject: string };

function messageLink(way: Way, { text, number, email, subject }: Message): string | null {
  const written = encodeURIComponent(text.toWellFormed());
  if (way === "EMAIL")
    return email && `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${written}`;
  if (!number) return null;
  return way === "TEXT"
    ? `sms:${number}?&body=${written}`
    : `https://wa.me/${number.slice(1)}?text=${written}`;
}

const ASKED_MS = 60_000;
const PHONE = "(pointer: coarse)";

/** True for a minute after a phone's person left with `leave` and came back. */
function useCameBack() {
  const [state, setState] = useState<"here" | "away" | "back">("here");
  useEffect(() => {
    if (state === "here") return;
    const timer = state === "back" ? setTimeout(() => setState("here"), ASKED_MS) : undefined;
    const look = () => document.visibilityState === "visible" && state === "away" && setState("back");
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [state]);
  return {
    isBack: state === "back",
    leave: () => matchMedia(PHONE).matches && setState("away"),
    stay: () => setState("here"),
  };
}
