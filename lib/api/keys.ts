import { unstable_serialize } from "swr/infinite";
import type { Answer, Input, ListName, Name, Query, ReadName } from "#lib/contract/contract.ts";
import { serializeInput } from "#lib/contract/query.ts";
import type { Entity } from "#lib/contract/routes.ts";
import type { AnySort } from "#lib/contract/segment-terms.ts";
import { fetchKey } from "./read-ahead.ts";

export const PAGE_SIZE = 50;

export type Row<N extends ListName> = Answer<N> extends (infer R extends { id: string })[] ? R : never;
export type ListFilter = Omit<
  Query<"repairs.list"> &
    Query<"mails.list"> &
    Query<"history.list"> &
    Query<"contacts.list"> &
    Query<"contacts.segment">,
  "page" | "limit" | "sort" | "search"
> & { sort?: AnySort };
/** `full` describes the host's answer, so removing a visible row doesn't look like the end. */
export type Page<N extends ListName = ListName> = { rows: Row<N>[]; full: boolean };

export function readKey<N extends ReadName>(name: N, input: Input<N>): string {
  return `${name} ${serializeInput(input)}`;
}

export const COMPLETE = "capabilities.list complete";

export function pageQuery(
  name: ListName,
  search: string,
  index: number,
  filter: ListFilter = {},
): Query<ListName> {
  const sort = name.endsWith(".list") ? "createdAt:desc" : undefined;
  return { page: index + 1, limit: PAGE_SIZE, sort, search: search.trim(), ...filter };
}

export function pageKey(name: ListName, search: string, index: number, filter?: ListFilter): string {
  return `${name} ${serializeInput({ query: pageQuery(name, search, index, filter) })}`;
}

export function listKey(name: ListName, search: string, filter?: ListFilter): string {
  return unstable_serialize((index) => pageKey(name, search, index, filter));
}

export async function fetchPage<N extends ListName>(key: string): Promise<Page<N>> {
  const answer = await fetchKey<N>(key);
  const { countOf } = await import("#lib/contract/answer.ts");
  return toPage<N>(answer, countOf(answer));
}

export function toPage<N extends ListName>(answer: Answer<N>, count: number): Page<N> {
  return { rows: answer as Row<N>[], full: count === PAGE_SIZE };
}

export function firstPageOf(key: string): string {
  return key.replace(/^\$inf\$/, "");
}

export function isOfList(key: string, list: string): boolean {
  return withoutPage(key) === withoutPage(list);
}

function withoutPage(key: string): string {
  return firstPageOf(key).replace(/([?&])page=\d+&?/, "$1");
}

export function entity(name: Name): Entity {
  return name.slice(0, name.indexOf(".")) as Entity;
}

export function entityOfKey(key: string): Entity {
  return entity(firstPageOf(key) as Name);
}

export function isListKey(key: string): boolean {
  return key.startsWith("$inf$");
}
