import { useState } from "react";
import { LetterForm } from "#components/composer/letter-form.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Message as Letter, WholeMessage } from "#lib/contract/inbox.ts";
import { formatMoment } from "#lib/dates.ts";
import { Attached, WhoSees } from "./letter-marks.tsx";
import { betweenWords, previewWords, recipientOf, subjectOf } from "./letter-words.ts";

type Props = {
  id: string;
  contactId: string;
  isAnswering: boolean;
  onAnswer: (isAnswering: boolean) => void;
  onClose: () => void;
};

export function LetterModal({ id, contactId, isAnswering, onAnswer, onClose }: Props) {
  const read = useRead("letters.get", { params: { id } });
  const { data } = read;
  const thread = data && [...data.others, data].sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
  return (
    <Modal title={data ? subjectOf(data) : "Mail"} onClose={onClose}>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        {thread ? (
          <ol className="grid gap-2">
            {thread.map((letter) => (
              <Piece key={letter.id} letter={letter} whole={letter.id === id ? data : undefined} />
            ))}
          </ol>
        ) : (
          <Pending
            read={read}
            failure={
              read.error?.status === 404
                ? "This email isn’t shared with you, or it no longer exists."
                : read.error?.message
            }
          />
        )}
      </div>
      {data && isAnswering ? (
        <div className="border-t px-3 py-1 phone:px-2 phone:pb-[env(safe-area-inset-bottom)]">
          <LetterForm
            contactId={contactId}
            answering={{ id, to: recipientOf(data) }}
            onClose={() => onAnswer(false)}
          />
        </div>
      ) : (
        data && <Foot letter={data} onAnswer={() => onAnswer(true)} />
      )}
    </Modal>
  );
}

function Piece({ letter, whole }: { letter: Letter; whole: WholeMessage | undefined }) {
  const [isOpen, setOpen] = useState(whole !== undefined);
  const { data: me } = useMe();
  return (
    <li className="rounded-lg border">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-lg px-3 py-2 text-left hover:bg-accent"
      >
        <span className="wrap-anywhere min-w-0 flex-1 font-medium">{betweenWords(letter)}</span>
        <span className="text-muted-foreground text-xs tabular-nums">
          {formatMoment(letter.at, me?.timezone)}
        </span>
        {!isOpen && (
          <span className="line-clamp-1 w-full text-muted-foreground text-sm">
            {previewWords(letter.preview)}
          </span>
        )}
      </button>
      {isOpen && (whole ? <Content letter={whole} /> : <Fetched id={letter.id} />)}
    </li>
  );
}

function Fetched({ id }: { id: string }) {
  const read = useRead("letters.get", { params: { id } });
  const { data } = read;
  if (data) return <Content letter={data} />;
  return <Pending read={read} />;
}

function Content({ letter }: { letter: WholeMessage }) {
  const { from, to, cc, text, html, isCut, attachments } = letter;
  const [isPlain, setPlain] = useState(false);
  const names = (list: typeof to) =>
    list.map(({ name, address }) => (name ? `${name} <${address}>` : address));
  return (
    <div className="grid gap-2 border-t px-3 pt-2 pb-3">
      <p className="wrap-anywhere text-muted-foreground text-sm">
        From {names([from])[0]}
        {to.length > 0 && <> · To {names(to).join(", ")}</>}
        {cc.length > 0 && <> · Copy {names(cc).join(", ")}</>}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <WhoSees letter={letter} />
        {html && (
          <button type="button" onClick={() => setPlain(!isPlain)} className="link text-sm">
            {isPlain ? "Show formatting" : "Show as plain text"}
          </button>
        )}
      </p>
      {html && !isPlain ? (
        <>
          <iframe
            title={`Mail: ${subjectOf(letter)}`}
            sandbox={SANDBOX}
            referrerPolicy="no-referrer"
            srcDoc={letterPage(html)}
            style={{ height: heightOf(text) }}
            className="w-full resize-y rounded-md border bg-white"
          />
          <p className="text-muted-foreground text-xs">
            Pictures from the internet are blocked, so the sender can’t see that you read this.
          </p>
        </>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{text || "This email has no text."}</p>
      )}
      {isCut && <p className="text-muted-foreground text-sm">The rest is in your mailbox.</p>}
      {attachments.length > 0 && (
        <div>
          <Attached names={attachments} />
          <p className="text-muted-foreground text-xs">Attachments stay in your mailbox.</p>
        </div>
      )}
    </div>
  );
}

/** The sandbox hides the email's height. */
function heightOf(text: string): string {
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 70), 0);
  return `clamp(9rem, ${6 + lines * 2}rem, 45vh)`;
}

function Foot({ letter: { id, shared, isMine }, onAnswer }: { letter: WholeMessage; onAnswer: () => void }) {
  const { act, pending } = useAct("letters.share");
  const isShared = shared !== null;
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
      <p className="min-w-48 flex-1 text-muted-foreground text-sm">
        {isShared
          ? "Everyone in your store can see this conversation."
          : "No one else in your store can see this conversation."}
      </p>
      {isMine && (
        <Button
          busy={pending}
          onClick={() => pending || act({ params: { id }, body: { isShared: !isShared } })}
        >
          <Icon is={isShared ? "lock" : "users"} />
          {isShared ? "Stop sharing" : "Share with the team"}
        </Button>
      )}
      <Button icon="reply" variant="primary" onClick={onAnswer}>
        Reply
      </Button>
    </footer>
  );
}

/* Runs no scripts (the frame's sandbox) and loads nothing external, even if the host's sanitizer failed. */

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

function letterPage(html: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off"><title>Mail</title></head><body style="margin: 12px; font: 15px/1.5 system-ui, sans-serif; color: #1b1e28; background: #fff; overflow-wrap: anywhere">${html}</body></html>`;
}
