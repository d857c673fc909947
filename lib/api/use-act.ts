"use client";
import { useCallback, useState } from "react";
import { useSWRConfig } from "swr";
import type { ActName, Answer, Input } from "#lib/contract/contract.ts";
import { entity, route } from "#lib/contract/routes.ts";
import { notify } from "#lib/notifications.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { changeRow, refresh } from "./cache.ts";
import { ApiError, call } from "./call.ts";
import { idempotencyKeys } from "./idempotency.ts";
import { failureText, messagesOf } from "./messages.ts";
import { track } from "./track.ts";

export type Outcome<N extends ActName> = { ok: true; answer: Answer<N> } | { ok: false; error: ApiError };

type Options = {
  /** Another screen's sentences for the same row (the contact profile has its own). */
  texts?: { success?: string; failure: string; host?: true };
};

/**
 * A mutation with its whole ceremony: the changed row is replaced or removed on screen at once and put back if the
 * host refuses, the toast says SPEC.md's sentence, what the row touches is fetched again, and the usage event is sent.
 * Never throws.
 */
export function useAct<N extends ActName>(name: N, options: Options = {}) {
  const swr = useSWRConfig();
  const [pending, setPending] = useState(false);
  const { texts } = options;
  const [keys] = useState(idempotencyKeys);

  const act = useCallback(
    async (input: Input<N>): Promise<Outcome<N>> => {
      const { cache, mutate } = swr;
      const id = (input.params as { id?: string } | undefined)?.id;
      const { change, once, touches } = route(name);
      const undo =
        id && (change === "update" || change === "delete")
          ? changeRow(
              { cache, mutate },
              entity(name),
              id,
              change === "delete" ? null : (old) => edited(old, input.body as object | undefined),
            )
          : null;
      setPending(true);
      try {
        const answer = await call(name, input, once && keys.keyFor(input.body));
        keys.renew();
        track(name, "success");
        const { success } = texts ?? messagesOf(name);
        if (success) notify({ type: "success", message: success });
        refresh({ cache, mutate }, entity(name), change ?? "update", touches ?? [entity(name)]);
        return { ok: true, answer };
      } catch (caught) {
        undo?.();
        // A write that timed out may have been done all the same, and a refused one may be news about the row.
        if (undo) refresh({ cache, mutate }, entity(name), "update", [entity(name)]);
        const error = caught instanceof ApiError ? caught : new ApiError(500, UNEXPECTED);
        track(name, "failure", error.status);
        notify({ type: "error", message: failureText(texts ?? messagesOf(name), error) });
        return { ok: false, error };
      } finally {
        setPending(false);
      }
    },
    [swr, name, texts, keys],
  );
  return { act, pending };
}

/**
 * The row as the host will have it, as far as can be told: the next edit begins with the next version. Only what is
 * sent with a version counts as an edit there.
 */
export function edited<R extends { id: string; version?: number }>(old: R, body: object = {}): R {
  const version = old.version !== undefined && "version" in body ? old.version + 1 : old.version;
  return { ...old, ...body, id: old.id, version };
}
