"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { act, idempotencyKeys } from "#lib/api/act.ts";
import { failureText } from "#lib/api/failure-text.ts";
import { messagesOf } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { AwayAct, AwayPlan, AwayPlanForm, AwayRow } from "#lib/contract/away.ts";
import type { Input } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { useUndo } from "./use-undo.ts";

type AwayChoices = Omit<AwayPlanForm, "rows">;
type Wish = AwayPlanForm["rows"][number];
type Choice = AwayRow["choices"][number];

const TYPING_MS = 400;

/** Plans again after each change. What a person chose in the preview comes first. */
export function useAway(personId: string, choices: AwayChoices) {
  const [plan, setPlan] = useState<AwayPlan | null>(null);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const [editedIds, setEditedIds] = useState<ReadonlySet<string>>(new Set());
  const [keys] = useState(idempotencyKeys);
  const set = useAct("people.setAway", { quiet: true });
  const makeUndo = useUndo();
  const latest = useRef(0);
  const form = JSON.stringify(choices);
  const { tell: _, line, ...places } = choices;
  const asked = JSON.stringify(places);
  const kept = useRef({ asked, line, wishes: [] as Wish[] });

  const load = useCallback(
    async (rows: Wish[]) => {
      const turn = ++latest.current;
      kept.current.wishes = rows;
      const body = { ...JSON.parse(form), rows } as Input<"people.planAway">["body"];
      const [outcome, texts] = await Promise.all([
        act("people.planAway", { params: { id: personId }, body }),
        messagesOf("people.planAway"),
      ]);
      if (turn !== latest.current) return;
      setBusy(false);
      if (outcome.ok) setPlan(outcome.answer);
      setFailure(outcome.ok ? "" : failureText(texts, outcome.error));
    },
    [personId, form],
  );
  useEffect(() => {
    const before = kept.current;
    const isSame = before.asked === asked;
    // Typing a line changes the messages only, so it waits for a pause and blocks nothing.
    const isTyping = isSame && before.line !== line;
    kept.current = { asked, line, wishes: isSame ? before.wishes : [] };
    if (!isSame) setEditedIds(new Set());
    if (!isTyping) setBusy(true);
    const timer = setTimeout(() => void load(kept.current.wishes), isTyping ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }, [load, asked, line]);

  function choose(row: AwayRow, to: Choice | AwayAct) {
    const picked = new Set(editedIds).add(row.id);
    setEditedIds(picked);
    const own = typeof to === "string" ? { id: row.id, act: to } : toWish({ ...row, act: "MOVE", to });
    const others = plan?.rows.filter(({ id }) => id !== row.id) ?? [];
    const first = others.filter(({ id }) => picked.has(id));
    const rest = others.filter(({ id, act }) => !picked.has(id) && act === "MOVE");
    setBusy(true);
    return load([own, ...[...first, ...rest].map(toWish)]);
  }

  async function save(tell: boolean): Promise<boolean> {
    if (!plan || set.pending) return false;
    setFailure("");
    const rows = plan.rows.map((row) => ({ ...toWish(row), version: row.version }));
    const content = { ...choices, tell, rows };
    const sentAt = Date.now();
    const outcome = await set.act({
      params: { id: personId },
      body: { ...content, key: keys.keyFor(content) },
    });
    if (!outcome.ok) {
      const { plan: next } = Object(outcome.error.answer) as { plan?: AwayPlan };
      if (next) setPlan(next);
      setFailure(next ? outcome.error.message : (outcome.refused?.text ?? ""));
      return false;
    }
    keys.renew();
    const { booking, moved, cancelled, emails, tasks } = outcome.answer;
    const done = [
      moved > 0 && `${plural(moved, "appointment")} moved`,
      cancelled > 0 && `${cancelled} cancelled`,
      tasks > 0 && `${plural(tasks, "task")} to call`,
    ].filter(Boolean);
    notify({
      type: "success",
      message: `${done.join(", ") || "Saved"}.`,
      undo: makeUndo({ booking, sentAt, mails: emails > 0 }),
    });
    return true;
  }

  const reload = () => load(kept.current.wishes);
  return { plan, failure, busy, saving: set.pending, choose, save, reload };
}

function toWish({ id, act, to }: Pick<AwayRow, "id" | "act" | "to">): Wish {
  if (act !== "MOVE" || !to?.startsAt) return { id, act };
  return { id, act, personId: to.personId, startsAt: to.startsAt, allow: to.reasons };
}
