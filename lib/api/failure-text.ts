import type { ListName } from "#lib/contract/contract.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError } from "./call.ts";

/** The host's message, or `failure` without one or if it is `fixed` (SPEC.md section 8). `prefix` precedes either. */
export type Messages = { success?: string; failure: string; fixed?: true; prefix?: string };

export function emailProvider(success?: string): Messages {
  return { success, failure: UNEXPECTED, prefix: "Error: " };
}

export const general: Messages = { failure: UNEXPECTED };

export const signMessages = {
  "auth.login": { success: "Login successful", failure: "Login failed", fixed: true },
  "auth.logout": { success: "Logged out successfully", failure: UNEXPECTED },
} as const;

const listFailures: { [N in ListName]?: Messages } = {
  "contacts.list": { failure: "Failed to fetch contacts", fixed: true },
  "contacts.segment": { failure: "Failed to fetch contacts", fixed: true },
  "contacts.options": { failure: "Failed to fetch contacts", fixed: true },
  "repairs.list": { failure: "Failed to fetch repairs" },
  "sales.list": { failure: "Failed to fetch sales" },
  "sales.segment": { failure: "Failed to fetch sales" },
};

export function listFailure(name: ListName): Messages {
  return listFailures[name] ?? general;
}

export const providerFailure = emailProvider();

export function failureText({ failure, fixed, prefix = "" }: Messages, error: Error): string {
  const says = error.message === OFFLINE || (!fixed && error.message !== UNEXPECTED);
  const said = prefix + (says ? error.message : failure);
  const reference = error instanceof ApiError && error.reference;
  return reference ? `${said} (reference ${reference})` : said;
}
