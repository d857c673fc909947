import "server-only";
import { headers } from "next/headers";
import type { Answer, Input, Name } from "#lib/contract/contract.ts";
import { isDate } from "#lib/contract/fields.ts";
import { HostError, hostCall } from "#lib/host.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

type Refusal = { refused: string; isUnknown: boolean };

export async function ask<N extends Name>(
  name: N,
  input: Input<N> & { signal?: AbortSignal },
): Promise<Answer<N> | Refusal> {
  const forwardedFor = (await headers()).get("x-forwarded-for");
  try {
    return await hostCall(name, { ...input, forwardedFor });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const refused = error.message === UNEXPECTED ? notNow(name) : error.message;
    return { refused, isUnknown: error.status === 404 };
  }
}

function notNow(name: Name): string {
  const what =
    name === "visitor.booking" ? "We can’t show your appointment" : "Appointments cannot be booked online";
  return `${what} right now. Please try again later or contact the store.`;
}

export function isRefused<T extends object>(answer: T | Refusal): answer is Refusal {
  return "refused" in answer;
}

type Asked = Promise<Record<string, string | string[] | undefined>>;

export async function askedFrom(searchParams: Asked): Promise<string | undefined> {
  return dayIn((await searchParams).from);
}

export async function askedFor(searchParams: Asked): Promise<{ person?: string; day?: string }> {
  const { person, day } = await searchParams;
  const opened = dayIn(day);
  return {
    ...(typeof person === "string" && person && { person: person.slice(0, 64) }),
    ...(opened && { day: opened }),
  };
}

function dayIn(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && isDate(value) ? value : undefined;
}

export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}
