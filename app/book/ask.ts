import "server-only";
import { headers } from "next/headers";
import { clientAddress } from "#lib/client-address.ts";
import type { Answer, Input, Name } from "#lib/contract/contract.ts";
import { isDate } from "#lib/contract/fields.ts";
import { HostError, hostCall } from "#lib/host.ts";

/** `isUnknown`: the link is one of nothing. */
type Refusal = { refused: string; isUnknown: boolean };

/**
 * What the host answers a visitor, or the sentence with which it refuses. Pages show either themselves: what Next draws
 * for notFound() needs scripts.
 */
export async function ask<N extends Name>(name: N, input: Input<N>): Promise<Answer<N> | Refusal> {
  const forwardedFor = clientAddress((await headers()).get("x-forwarded-for"));
  try {
    return await hostCall(name, { ...input, forwardedFor });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { refused: error.message, isUnknown: error.status === 404 };
  }
}

export function isRefused<T extends object>(answer: T | Refusal): answer is Refusal {
  return "refused" in answer;
}

type Asked = Promise<Record<string, string | string[] | undefined>>;

/** `?from=`: the first day to show, where that is one. */
export async function askedFrom(searchParams: Asked): Promise<string | undefined> {
  const { from } = await searchParams;
  return typeof from === "string" && /^\d{4}-\d\d-\d\d$/.test(from) && isDate(from) ? from : undefined;
}
