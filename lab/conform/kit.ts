import { countOf, readAnswer } from "#lib/contract/answer.ts";
import { type Answer, type Name, row } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";

const TIMEOUT_MS = 8_000;

/** "note": not required, but users would miss it. */
export type Verdict = "conforms" | "broken" | "note" | "not asked";
export type Finding = { row: string; what: string; verdict: Verdict; said: string };
export type Host = { origin: string; email: string; password: string };
type Reply = { status: number; json: unknown };
type Input = { params?: object; query?: object; body?: object };
type How = { bearer?: string | null; key?: string };

class NotAsked extends Error {}

export function notAsked(why: string): never {
  throw new NotAsked(why);
}

export function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

export type Kit = ReturnType<typeof createKit>;

export function createKit({ origin }: Pick<Host, "origin">) {
  const findings: Finding[] = [];
  let token = "";

  async function send(method: string, path: string, { bearer = token, key, body }: How & Input) {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new Error(
        error.name === "TimeoutError" ? "No answer within 8 seconds" : `The request failed: ${why(error)}`,
      );
    });
    const text = await answer.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      // A success needs no body.
    }
    return { status: answer.status, json } satisfies Reply;
  }

  const ask = (name: Name, input: Input = {}, how: How = {}): Promise<Reply> =>
    send(row(name).method, urlOf(name, input), { ...how, ...(input.body && { body: input.body }) });

  async function read<N extends Name>(name: N, input: Input = {}, how: How = {}): Promise<Answer<N>> {
    const said = await succeed(name, input, how);
    assert(said.json !== undefined, "The answer is not JSON");
    let found: Answer<N>;
    try {
      found = readAnswer(name, said.json);
    } catch {
      throw new Error(`The answer can't be read: ${short(said.json)}`);
    }
    const lost = Array.isArray(found) ? countOf(found) - found.length : 0;
    assert(lost === 0, `${lost} of ${countOf(found)} items can't be read: ${short(said.json)}`);
    return found;
  }

  async function succeed(name: Name, input: Input = {}, how: How = {}): Promise<Reply> {
    const said = await ask(name, input, how);
    assert(said.status >= 200 && said.status < 300, `Answered ${said.status}: ${short(said.json)}`);
    return said;
  }

  async function refused(name: Name, input: Input, how: How & { status?: number } = {}): Promise<string> {
    const { status, json } = await ask(name, input, how);
    assert(status >= 400, `Expected a refusal, got ${status}`);
    assert(status < 500, `Expected a refusal, but it failed with ${status}`);
    assert(how.status === undefined || status === how.status, `Expected ${how.status}, got ${status}`);
    const { message } = (json ?? {}) as { message?: unknown };
    assert(
      typeof message === "string" && message !== "",
      `The refusal (${status}) has no "message": ${short(json)}`,
    );
    return `${status}: ${message}`;
  }

  async function check(
    of: string,
    what: string,
    work: () => Promise<unknown>,
    otherwise: Verdict = "broken",
  ): Promise<void> {
    const keep = (verdict: Verdict, said: string) => void findings.push({ row: of, what, verdict, said });
    try {
      const said = await work();
      keep("conforms", typeof said === "string" ? said : "");
    } catch (error) {
      keep(error instanceof NotAsked ? "not asked" : otherwise, why(error));
    }
  }

  return {
    findings,
    send,
    ask,
    read,
    succeed,
    refused,
    check,
    signIn(bearer: string) {
      token = bearer;
    },
  };
}

function why(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

const MAX_SHOWN = 160;

function short(json: unknown): string {
  const text = JSON.stringify(json) ?? "no JSON";
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
