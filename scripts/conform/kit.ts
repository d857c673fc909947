import { countOf, readAnswer } from "#lib/contract/answer.ts";
import { type Answer, type Name, row } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";

/** The web app gives up waiting by then. */
const LONGEST_MS = 8_000;

/** "note": the app lives with it, section 7 does not ask for it, but its users would miss it. */
export type Verdict = "conforms" | "broken" | "note" | "not asked";
export type Finding = { row: string; what: string; verdict: Verdict; said: string };
export type Host = { origin: string; email: string; password: string };
type Said = { status: number; json: unknown };
type Input = { params?: object; query?: object; body?: object };
type How = { bearer?: string | null; key?: string };

class NotAsked extends Error {}

/** Why something is not asked; for what a check finds on its way. */
export function notAsked(why: string): never {
  throw new NotAsked(why);
}

/** Throws the sentence where it does not hold. */
export function hold(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

export type Kit = ReturnType<typeof createKit>;

/** Asks a host, and keeps what was found. */
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
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch((error: Error) => {
      throw new Error(
        error.name === "TimeoutError"
          ? "It does not answer within 8 seconds"
          : `It cannot be asked: ${why(error)}`,
      );
    });
    const text = await answer.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      // What succeeded need not say anything.
    }
    return { status: answer.status, json } satisfies Said;
  }

  const ask = (name: Name, input: Input = {}, how: How = {}): Promise<Said> =>
    send(row(name).method, urlOf(name, input), { ...how, ...(input.body && { body: input.body }) });

  /** What a row answers, as the app reads it. Throws a sentence where it could not. */
  async function read<N extends Name>(name: N, input: Input = {}, how: How = {}): Promise<Answer<N>> {
    const said = await succeed(name, input, how);
    hold(said.json !== undefined, "Its answer is no JSON");
    let found: Answer<N>;
    try {
      found = readAnswer(name, said.json);
    } catch {
      throw new Error(`Its answer cannot be read: ${short(said.json)}`);
    }
    const lost = Array.isArray(found) ? countOf(found) - found.length : 0;
    hold(lost === 0, `${lost} of ${countOf(found)} items cannot be read: ${short(said.json)}`);
    return found;
  }

  async function succeed(name: Name, input: Input = {}, how: How = {}): Promise<Said> {
    const said = await ask(name, input, how);
    hold(said.status >= 200 && said.status < 300, `It answers ${said.status}: ${short(said.json)}`);
    return said;
  }

  /** It has to refuse, with a message for whoever asked. */
  async function refused(name: Name, input: Input, how: How & { status?: number } = {}): Promise<string> {
    const { status, json } = await ask(name, input, how);
    hold(status >= 400, `It should refuse, and answers ${status}`);
    hold(status < 500, `It should refuse, and fails with ${status}`);
    hold(how.status === undefined || status === how.status, `It should answer ${how.status}, not ${status}`);
    const { message } = (json ?? {}) as { message?: unknown };
    hold(
      typeof message === "string" && message !== "",
      `Its refusal (${status}) has no "message": ${short(json)}`,
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

const MOST = 160;

function short(json: unknown): string {
  const text = JSON.stringify(json) ?? "nothing that is JSON";
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
