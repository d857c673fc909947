import type { Answer, ReadName } from "#lib/contract/contract.ts";
import { earlyReads } from "#lib/page-state.ts";
import { callSerialized } from "./call.ts";

/** Reads within this time (ms) belong to the opening of a screen. */
const OPENING = 500;
/** An unused answer is dropped after this time (ms). */
const KEPT = 5_000;
const ID = "<id>";
const SHORTEST_ID = 8;

/** By kind of screen: the keys of what it reads first, without its id. */
const habits = new Map<string, { of: string; keys: Set<string> }>();
let opened = { path: "", at: 0 };

export function fetchKey<N extends ReadName>(key: string): Promise<Answer<N>> {
  const path = window.location.pathname;
  if (path !== opened.path) opened = { path, at: performance.now() };
  const { kind, id } = kindOf(path);
  if (id && key.includes(id) && performance.now() - opened.at < OPENING) {
    const habit = habits.get(kind);
    const keys = habit?.of === id ? habit.keys : new Set<string>();
    habits.set(kind, { of: id, keys: keys.add(key.replaceAll(id, ID)) });
  }
  const coming = earlyReads.get(key) as Promise<Answer<N>> | undefined;
  earlyReads.delete(key);
  return coming ?? ask<N>(key);
}

export function readAhead(href: string): void {
  const { kind, id } = kindOf(href.replace(/[?#].*/, ""));
  for (const habit of habits.get(kind)?.keys ?? []) {
    const key = habit.replaceAll(ID, id);
    if (earlyReads.has(key)) continue;
    const coming = ask(key);
    coming.catch(() => {});
    earlyReads.set(key, coming);
    setTimeout(() => earlyReads.get(key) === coming && earlyReads.delete(key), KEPT);
  }
}

function ask<N extends ReadName>(key: string): Promise<Answer<N>> {
  const [name, serialized = ""] = key.split(" ") as [N, string?];
  return callSerialized(name, serialized);
}

/** The id is the last part of the path, if it is long and has a digit. */
function kindOf(path: string): { kind: string; id: string } {
  const last = path.split("/").findLast(Boolean) ?? "";
  const id = last.length >= SHORTEST_ID && /\d/.test(last) ? last : "";
  return { kind: id ? path.replace(id, ID) : path, id };
}
