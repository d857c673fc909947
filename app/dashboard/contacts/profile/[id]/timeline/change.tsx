"use client";
import { useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { actorWords, changeWords, deedWord } from "#lib/journal-words.ts";

type Told = NonNullable<TimelineEntry["change"]>;

export function Change({ change: told }: { change: Told }) {
  const { data: me } = useMe();
  const [isWhole, setWhole] = useState(false);
  if (told.about) return <Tie change={told} about={told.about} />;
  const change = { ...told, kind: "contact" as const };
  const words = changeWords(change, me?.timezone);
  const shown = isWhole ? words : words.slice(0, 1);
  const deed =
    words.length > 0 ? (change.reason ? deedWord(change) : "changed") : `${deedWord(change)} this contact`;
  return (
    <>
      {actorWords(change.actor)}{" "}
      {change.actor.kind === "import" && !change.reason ? importDeed(change) : deed}
      {shown.map(({ field, from, to }, i) => (
        <span key={field}>
          {i > 0 && ","} <b className="font-medium text-foreground">{field}</b>
          {(from || to) && (
            <>
              {" "}
              from {from} to <b className="font-medium text-foreground">{to}</b>
            </>
          )}
        </span>
      ))}
      {words.length > 1 && !isWhole && (
        <>
          {" "}
          <button type="button" onClick={() => setWhole(true)} className="link">
            and {words.length - 1} more
          </button>
        </>
      )}
    </>
  );
}

const importDeed = ({ action }: { action: string }) =>
  action === "created" ? "imported this contact" : "changed";

function Tie({ change, about: { kind, name, other } }: { change: Told; about: NonNullable<Told["about"]> }) {
  const deed = change.reason
    ? deedWord({ ...change, kind })
    : { created: "added", changed: "changed", deleted: "removed" }[change.action];
  const strong = <b className="font-medium text-foreground">{other || name}</b>;
  return (
    <>
      {actorWords(change.actor)} {deed} {kind === "tagging" ? "the tag " : ""}
      {strong}
      {kind === "relation" && other && ` as ${name.toLowerCase()}`}
    </>
  );
}
