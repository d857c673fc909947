"use client";
import { useCallback, useState } from "react";
import { useSWRConfig } from "swr";
import type { ActName, Input } from "#lib/contract/contract.ts";
import { entity, route } from "#lib/contract/routes.ts";
import { type Notification, notify } from "#lib/notifications.ts";
import { act, idempotencyKeys, type Outcome } from "./act.ts";
import { changeRow, refresh } from "./cache.ts";
import { failureText, messagesOf } from "./messages.ts";

type Options = {
  /** Another screen's sentences for the same row (the contact profile has its own). */
  texts?: { success?: string; failure: string; host?: true };
  /** The screen says itself why the host refused. */
  quiet?: true;
  /** Called once it is done, before what it touches is read again: the screen of what is gone has left by then. */
  onDone?: (() => void) | undefined;
  /** How the toast of its success takes it back. */
  undo?: ((id: string) => NonNullable<Notification["undo"]>) | undefined;
};

/**
 * `act` for a screen with rows: the changed row is replaced or removed on screen at once and put back if the host
 * refuses, the toast says SPEC.md's sentence, and what the row touches is fetched again. Never throws.
 */
export function useAct<N extends ActName>(name: N, options: Options = {}) {
  const swr = useSWRConfig();
  const [pending, setPending] = useState(false);
  const { texts, quiet, onDone, undo: takeBack } = options;
  const [keys] = useState(idempotencyKeys);

  const run = useCallback(
    async (input: Input<N>): Promise<Outcome<N>> => {
      const { cache, mutate } = swr;
      const id = (input.params as { id?: string } | undefined)?.id;
      const { change, touches } = route(name);
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
      const outcome = await act(name, input, keys);
      const sentences = texts ?? messagesOf(name);
      if (outcome.ok) {
        if (sentences.success) {
          const back = id && takeBack ? { undo: takeBack(id) } : {};
          notify({ type: "success", message: sentences.success, ...back });
        }
        onDone?.();
        refresh({ cache, mutate }, entity(name), change ?? "update", touches ?? [entity(name)]);
      } else {
        undo?.();
        // A write that timed out may have been done all the same, and a refused one may be news about the row.
        if (undo) refresh({ cache, mutate }, entity(name), "update", [entity(name)]);
        if (!quiet) notify({ type: "error", message: failureText(sentences, outcome.error) });
      }
      setPending(false);
      return outcome;
    },
    [swr, name, texts, quiet, onDone, takeBack, keys],
  );
  return { act: run, pending };
}

/**
 * The row as the host will have it, as far as can be told: the next edit begins with the next version. Only what is
 * sent with a version counts as an edit there.
 */
export function edited<R extends { id: string; version?: number }>(old: R, body: object = {}): R {
  const version = old.version !== undefined && "version" in body ? old.version + 1 : old.version;
  return { ...old, ...body, id: old.id, version };
}
