import type { Answer, ReadName } from "#lib/contract/contract.ts";
import { begun } from "#lib/page-state.ts";
import { request } from "./call.ts";

/** In ms: reads of a screen that opens, and how long an answer waits for its screen. */
const OPENING = 500;
const KEPT = 5_000;
const ID = "<id>";

/** By kind of screen: the keys of what it reads first, without its id. */
const habits = new Map<string, Set<string>>();
let opened = { path: "", at: 0 };

export function fetchKey<N extends ReadName>(key: string): Promise<Answer<N>> {
  const path = window.location.pathname;
  if (path !== opened.path) opened = { path, at: performance.now() };
  const { kind, id } = kindOf(path);
  if (id && key.includes(id) && performance.now() - opened.at < OPENING)
    habits.set(kind, (habits.get(kind) ?? new Set()).add(key.replaceAll(id, ID)));
  const coming = begun.get(key) as Promise<Answer<N>> | undefined;
  begun.delete(key);
  return coming ?? ask<N>(key);
}

export function readAhead(href: string): void {
  const { kind, id } = kindOf(href.replace(/[?#].*/, ""));
  for (const habit of habits.get(kind) ?? []) {
    const key = habit.replaceAll(ID, id);
    if (begun.has(key)) continue;
    const coming = ask(key);
    coming.catch(() => {});
    begun.set(key, coming);
    setTimeout(() => begun.get(key) === coming && begun.delete(key), KEPT);
  }
}

function ask<N extends ReadName>(key: string): Promise<Answer<N>> {
  const [name, url = ""] = key.split(" ") as [N, string?];
  return request(name, url);
}

/** Words in addresses have no digits. */
function kindOf(path: string): { kind: string; id: string } {
  const id = /[^/]*\d[^/]*(?=\/?$)/.exec(path)?.[0] ?? "";
  return { kind: id ? path.replace(id, ID) : path, id };
}
