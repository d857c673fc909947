import { useContext, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { DraftOwner } from "#components/ui/draft.tsx";
import { act } from "#lib/api/act.ts";
import { refresh } from "#lib/api/cache.ts";
import { routeOf } from "#lib/api/call.ts";
import { failureText } from "#lib/api/failure-text.ts";
import { messagesOf } from "#lib/api/refusal.ts";
import type { Body } from "#lib/contract/contract.ts";
import { BULK_STEP } from "#lib/contract/segment-terms.ts";
import { notify, undoable } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { dropUnfinished, keepUnfinished, type Unfinished, type Whom } from "./unfinished-bulk.ts";

type Work = Body<"contacts.bulk">;

const RETRY_MS = 1_500;

export type Progress = { done: number; of: number };

export function useBulk() {
  const swr = useSWRConfig();
  const owner = useContext(DraftOwner);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const readAgain = async (name: "contacts.bulk" | "contacts.undoBulk", isGone = false) => {
    const { invalidates = [] } = await routeOf(name);
    refresh(swr, "contacts", isGone ? "delete" : "update", invalidates);
  };

  /** `from` continues a closed tab's work. Resolves to whether it finished. */
  async function run(
    what: Work["what"],
    whom: Whom,
    of: number,
    said: (count: string) => string,
    from?: Unfinished,
  ) {
    isStopped.current = false;
    setProgress({ done: from?.done ?? 0, of });
    const isLong = of > BULK_STEP;
    if (isLong) window.addEventListener("beforeunload", ask);
    let [done, left, work, campaignId] = [from?.done ?? 0, from?.left ?? 0, from?.work ?? "", ""];
    let failure = "";
    for (const steps = bulkSteps(whom, from?.place); !steps.isOver && !isStopped.current; ) {
      const body: Work = { what, whom: steps.next(), ...(work && { work }) };
      const outcome = await act("contacts.bulk", { body });
      if (!outcome.ok) {
        failure = failureText(await messagesOf("contacts.bulk"), outcome.error);
        break;
      }
      const { answer } = outcome;
      done += answer.done ?? 0;
      left += answer.left ?? 0;
      work = answer.work;
      campaignId = answer.campaignId ?? "";
      steps.goOn(answer.next);
      setProgress({ done, of: Math.max(of, done) });
      if (owner && isLong && !steps.isOver)
        keepUnfinished(owner, { what, whom, of, said: said("{n}"), done, left, work, place: steps.place });
    }
    window.removeEventListener("beforeunload", ask);
    if (owner && isLong) dropUnfinished(owner);
    setProgress(null);
    await readAgain("contacts.bulk", what.do === "delete");
    const undo = done > 0 ? undoable(() => takeBack(work)) : undefined;
    const how = said(plural(done, "contact"));
    const full = what.do === "tag" ? "already had too many tags" : "found no room: a campaign takes 10,000";
    const more = left > 0 ? `. ${plural(left, "contact")} ${full}` : "";
    if (failure) notify({ type: "error", message: done > 0 ? `${failure} ${how} before.` : failure });
    else if (isStopped.current) notify({ type: "info", message: `Stopped. ${how}${more}`, undo });
    else notify({ type: "success", message: `${how}${more}`, undo });
    return { isDone: !failure, campaignId };
  }

  async function takeBack(work: string) {
    for (;;) {
      const outcome = await act("contacts.undoBulk", { body: { work } });
      if (!outcome.ok) {
        notify({ type: "error", message: failureText(await messagesOf("contacts.undoBulk"), outcome.error) });
        return;
      }
      if (outcome.answer.isDone) {
        const kept = outcome.answer.kept ?? 0;
        const but = kept > 0 ? `, but for ${plural(kept, "record")} that changed since` : "";
        notify({ type: "success", message: `Undone${but}` });
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    await readAgain("contacts.undoBulk");
  }

  return { run, takeBack, progress, stop: () => (isStopped.current = true) };
}

function ask(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function bulkSteps(whom: Whom, place: Unfinished["place"] = { at: 0 }) {
  let { at, after } = place;
  let isOver = false;
  return {
    get place() {
      return { at, after };
    },
    get isOver() {
      return isOver;
    },
    next: (): Work["whom"] =>
      "ids" in whom ? { ids: whom.ids.slice(at, at + BULK_STEP) } : { ...whom, ...(after && { after }) },
    goOn(next: string) {
      at += BULK_STEP;
      after = next;
      isOver = "ids" in whom ? at >= whom.ids.length : !next;
    },
  };
}
