import "server-only";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { clientAddress } from "#lib/client-address.ts";
import type { Answer, Input, Name } from "#lib/contract/contract.ts";
import { isDate } from "#lib/contract/fields.ts";
import { HostError, hostCall } from "#lib/host.ts";

type Refusal = { refused: string };

/** What the host answers a visitor, or the sentence with which it refuses. A link of nothing is not found. */
export async function ask<N extends Name>(name: N, input: Input<N>): Promise<Answer<N> | Refusal> {
  const forwardedFor = clientAddress((await headers()).get("x-forwarded-for"));
  try {
    return await hostCall(name, { ...input, forwardedFor });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.status === 404) notFound();
    return { refused: error.message };
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
