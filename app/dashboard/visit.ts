import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { type ListFilter, listKey, pageQuery, readKey, toPage } from "#lib/api/keys.ts";
import { countOf } from "#lib/contract/answer.ts";
import type { Input, ListName, Name, ReadName } from "#lib/contract/contract.ts";
import { route } from "#lib/contract/routes.ts";
import type { Me } from "#lib/contract/users.ts";
import { askComplete, hostCall } from "#lib/host.ts";
import { NAVIGATION } from "#lib/page-state.ts";
import { currentSession, remember } from "#lib/session.ts";
import { WHOSE_COOKIE } from "#lib/whose.ts";

/** After this time (ms) the browser reads it, so a slow host doesn't delay the page. */
const PATIENCE = 250;

export type Entry = Promise<[key: string, data: unknown]>;

export type LateEntry = [key: string, coming: Promise<unknown>];

/** `repairs` for the sidebar's count of late ones. */
export const readFrame = cache((token: string) => {
  const me = hostCall("users.me", { token, timeoutMs: PATIENCE });
  const complete = askComplete({ token, timeoutMs: PATIENCE });
  me.then(
    (found) => remember(lastSeen, token, found),
    () => lastSeen.delete(token),
  );
  return {
    me,
    complete,
    repairs: Promise.all([complete, me])
      .then(([isComplete]) =>
        isComplete ? hostCall("repairs.counts", { token, timeoutMs: PATIENCE }) : undefined,
      )
      .catch(() => undefined),
  };
});

/** By token. They only decide what is read first, so an old one does no harm. */
const lastSeen = new Map<string, Me>();

type Asked = { isDocument: boolean; url: URL; id: string; ofAll: string | undefined; token: string };

export class Visit {
  /** False for the next screen within the app. */
  readonly isDocument: boolean;
  readonly url: URL;
  readonly id: string;
  readonly ofAll: string | undefined;
  readonly me: Promise<Me>;
  readonly complete: Promise<boolean>;
  readonly firstReads = Promise.withResolvers<void>();
  readonly #token: string;

  constructor({ isDocument, url, id, ofAll, token }: Asked) {
    this.isDocument = isDocument;
    this.url = url;
    this.id = id;
    this.ofAll = ofAll;
    this.#token = token;
    const { me, complete } = readFrame(token);
    const seen = lastSeen.get(token);
    this.me = seen ? Promise.resolve(seen) : me;
    this.complete = complete;
  }

  async read<N extends ReadName>(name: N, input: Input<N>): Entry {
    await this.#mustHave(name);
    return [
      readKey(name, input),
      await hostCall(name, { ...input, token: this.#token, timeoutMs: PATIENCE }),
    ];
  }

  /** The page doesn't wait for it; it arrives with the rest of the document. */
  readLate<N extends ReadName>(name: N, input: Input<N>): LateEntry {
    const coming = this.firstReads.promise
      .then(() => this.read(name, input))
      .then(
        ([, data]) => data,
        () => undefined,
      );
    return [readKey(name, input), coming];
  }

  async readIfAllowed<N extends ReadName>(name: N, input: Input<N>, right: Name = name): Entry {
    if ((await this.me).refused?.includes(right)) throw new Error(`This person may not call ${right}`);
    return this.read(name, input);
  }

  async list(name: ListName, filter?: ListFilter): Entry {
    await this.#mustHave(name);
    const search = this.url.searchParams.get("q") ?? "";
    const query = pageQuery(name, search, 0, filter);
    const answer = await hostCall(name, { query, token: this.#token, timeoutMs: PATIENCE });
    return [listKey(name, search, filter), [toPage(answer, countOf(answer))]];
  }

  async #mustHave(name: ReadName): Promise<void> {
    if (route(name).extra && !(await this.complete)) throw new Error(`The host has no ${name}`);
  }
}

/** Null for a prefetched screen, whose data would be old when it is shown. */
export async function beginVisit(params: Promise<{ id?: string; number?: string }>): Promise<Visit | null> {
  const asked = await headers();
  const isDocument = asked.get("accept")?.includes("text/html") ?? false;
  if (!isDocument && asked.get(NAVIGATION) !== "1") return null;
  const session = await currentSession();
  const { number, id = number ?? "" } = await params;
  if (!session || !/^[\w-]*$/.test(id)) return null;
  const url = new URL(asked.get("x-pathname") ?? "/dashboard", "http://here");
  const ofAll = (await cookies()).get(WHOSE_COOKIE)?.value;
  return new Visit({ isDocument, url, id, ofAll, token: session.token });
}
