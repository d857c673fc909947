import { useCallback, useState } from "react";
import { useSWRConfig } from "swr";
import type { ActName, Input } from "#lib/contract/contract.ts";
import type { Route } from "#lib/contract/routes.ts";
import { type Notification, notify } from "#lib/notifications.ts";
import { act, idempotencyKeys, type Outcome } from "./act.ts";
import { changeRow, refresh } from "./cache.ts";
import { routeOf } from "./call.ts";
import { failureText, type Messages } from "./failure-text.ts";
import { entity } from "./keys.ts";
import { messagesOf, type Refusal, refusal } from "./refusal.ts";

type Options = {
  texts?: Messages;
  success?: string;
  quiet?: true;
  onDone?: (() => void) | undefined;
  undo?: ((id: string) => NonNullable<Notification["undo"]>) | undefined;
};

/** Changes the row at once, restores it if refused, reloads stale data. Never throws. `refused`: for below the fields. */
export function useAct<N extends ActName>(name: N, options: Options = {}) {
  const swr = useSWRConfig();
  const [pending, setPending] = useState(false);
  const { texts, success, quiet, onDone, undo: takeBack } = options;
  const [keys] = useState(idempotencyKeys);

  const run = useCallback(
    async (input: Input<N>): Promise<Outcome<N> & { refused: Refusal | null }> => {
      const { cache, mutate } = swr;
      const id = (input.params as { id?: string } | undefined)?.id;
      setPending(true);
      const { change, invalidates }: Partial<Route> = await routeOf(name).catch(() => ({}));
      const undo =
        id && (change === "update" || change === "delete")
          ? changeRow(
              { cache, mutate },
              entity(name),
              id,
              change === "delete" ? null : (old) => withEdit(old, input.body as object | undefined),
            )
          : null;
      const [outcome, sentences] = await Promise.all([act(name, input, keys), texts ?? messagesOf(name)]);
      const message = success ?? sentences.success;
      if (outcome.ok) {
        if (message) {
          const back = id ? takeBack?.(id) : undefined;
          // The row is back at once; the restored list follows.
          const run = () => {
            undo?.();
            back?.run();
          };
          notify({ type: "success", message, ...(back && { undo: { ...back, run } }) });
        }
        onDone?.();
        refresh({ cache, mutate }, entity(name), change ?? "update", invalidates ?? [entity(name)]);
      } else {
        undo?.();
        // A timed-out write may have succeeded, and a refusal may mean that the row has changed.
        if (undo) refresh({ cache, mutate }, entity(name), "update", [entity(name)]);
        if (!quiet) notify({ type: "error", message: failureText(sentences, outcome.error) });
      }
      setPending(false);
      return { ...outcome, refused: refusal(outcome, sentences) };
    },
    [swr, name, texts, success, quiet, onDone, takeBack, keys],
  );
  return { act: run, pending };
}

/** Only requests with a version count as edits. */
export function withEdit<R extends { id: string; version?: number }>(old: R, body: object = {}): R {
  const version = old.version !== undefined && "version" in body ? old.version + 1 : old.version;
  return { ...old, ...body, id: old.id, version };
}
