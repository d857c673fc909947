import type { ReactNode } from "react";
import { useUrlState } from "#components/shell/use-search.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { loadLetter } from "./letter.tsx";
import { Attached, WhoSees } from "./letter-marks.tsx";
import { betweenWords, previewWords, stateWords, subjectOf } from "./letter-words.ts";

type Letter = NonNullable<TimelineEntry["letter"]>;

export function letterLook(id: string, letter: Letter, when: ReactNode) {
  const { direction, attachments, state, reason } = letter;
  const isOnItsWay = state !== null && state !== "sent";
  return {
    icon: direction === "in" ? ("mail" as const) : ("send" as const),
    title: (
      <>
        <Title id={id} letter={letter} />
        <WhoSees letter={letter} />
        {isOnItsWay && (
          <Badge tone={state === "failed" ? "danger" : "info"}>{stateWords[state] ?? state}</Badge>
        )}
      </>
    ),
    meta: betweenWords(letter),
    children: (
      <>
        <p className="wrap-anywhere mt-0.5">“{previewWords(letter.preview)}”</p>
        {attachments.length > 0 && <Attached names={attachments} />}
        {isOnItsWay && reason && <p className="timeline-meta">{reason}</p>}
        <Actions id={id} letter={letter} />
      </>
    ),
    when,
  };
}

function Title({ id, letter }: { id: string; letter: Letter }) {
  const [, open] = useUrlState("letter");
  return (
    <button
      type="button"
      onClick={() => open(id)}
      onPointerEnter={loadLetter}
      onFocus={loadLetter}
      className="tap wrap-anywhere min-w-0 text-left font-medium hover:underline"
    >
      {subjectOf(letter)}
    </button>
  );
}

/** Sent email is shared where its thread is read. */
function Actions({ id, letter: { isMine, shared, direction, state } }: { id: string; letter: Letter }) {
  const [, open] = useUrlState("letter");
  const [, answer] = useUrlState("answer");
  const canShare = isMine && !shared && direction === "in";
  const canReply = direction === "in";
  const isLost = isMine && (state === "failed" || state === "unknown");
  if (!canShare && !canReply && !isLost) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {canReply && (
        <Button
          icon="reply"
          className={SMALL}
          data-row-shortcut="r"
          onPointerEnter={loadLetter}
          onFocus={loadLetter}
          onClick={() => {
            answer("1");
            open(id);
          }}
        >
          Reply
        </Button>
      )}
      {canShare && <Share id={id} />}
      {isLost && <Resend id={id} isUnknown={state === "unknown"} />}
    </div>
  );
}

const SMALL = "h-8! px-3! text-sm pointer-coarse:h-11!";

function Share({ id }: { id: string }) {
  const { act, pending } = useAct("letters.share");
  return (
    <Button
      icon="users"
      className={SMALL}
      busy={pending}
      onClick={() => pending || act({ params: { id }, body: { isShared: true } })}
    >
      Share with the team
    </Button>
  );
}

const TWICE = {
  title: "Send it again?",
  text: "We couldn’t confirm that this email was sent. Check your Sent folder before sending it again.",
  verb: "Send again",
};

function Resend({ id, isUnknown }: { id: string; isUnknown: boolean }) {
  const { act, pending } = useAct("letters.resend");
  async function again() {
    if (pending || (isUnknown && !(await confirm(TWICE)))) return;
    await act({ params: { id } });
  }
  return (
    <Button icon="rotate-cw" className={SMALL} busy={pending} onClick={again}>
      Try again
    </Button>
  );
}
