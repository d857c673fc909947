import * as z from "zod/mini";
import { atMost, flag, optionalText, required, text, textOrNull, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const consentStates = ["given", "withdrawn", "unknown"] as const;
export type ConsentState = (typeof consentStates)[number];
const consentSources = ["import", "staff", "unsubscribe"] as const;
export type ConsentSource = (typeof consentSources)[number];

/**
 * Whether a contact wants marketing mails: what they said last, and when that became known. `by` is who wrote it down, `said`
 * how they said it; both null where they did it themselves.
 */
export const consent = z.object({
  state: z.enum(consentStates),
  at: z.nullable(when),
  source: z.nullable(z.enum(consentSources)),
  by: textOrNull,
  said: textOrNull,
});
export type Consent = Read<typeof consent>;

/**
 * Of several answers the stricter counts, for it can be given anew, and a mail cannot be taken back: their own no before one
 * that was written down of them, a no before nothing said. Of equals the first.
 */
export function strictest<T>(all: T[], said: (one: T) => Pick<Consent, "state" | "source">): T | undefined {
  const strictness = ["unsubscribe", "withdrawn", "unknown", "given"];
  const of = (one: T) => {
    const { state, source } = said(one);
    return strictness.indexOf(state === "withdrawn" && source === "unsubscribe" ? source : state);
  };
  return all.toSorted((a, b) => of(a) - of(b))[0];
}

/** A yes is worth what can be shown for it: how they said it. */
export const consentForm = z
  .object({
    state: z.enum(consentStates, "Required"),
    said: optionalText(300),
  })
  .check(({ value, issues }) => {
    if (value.state === "given" && !value.said)
      issues.push({ code: "custom", path: ["said"], message: "Say how they agreed", input: value.said });
  });

const stored = z.unknown().register(z.globalRegistry, { description: "A column as it is stored." });

const typedName = required("Type the name", 500);

/** The name of whoever is to be erased, typed by whoever does it: what is gone then is gone for good. */
export function eraseForm(name: string) {
  const isTheirs = z.refine<string>((typed) => plain(typed) === plain(name), "That is not their name");
  return z.object({ name: typedName.check(isTheirs) });
}

function plain(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replace(/\s+/g, " ").trim();
}

/** The rows of one person: what they consent to, all that is known of them, and their end. */
export const consents = {
  /**
   * What is known, in portions: `record` is a row as it is stored, `next` where the one after begins. `names` are those of
   * whom and what the records of this portion name by their ids.
   */
  "contacts.everything": {
    query: z.object({ after: z.optional(z.string().check(z.maxLength(64))) }),
    answer: z.object({
      records: z.array(z.object({ kind: text, record: z.record(z.string(), stored) })),
      names: z.record(z.string(), text),
      next: textOrNull,
    }),
  },
  "contacts.erase": { body: z.object({ name: typedName }) },
  /** Whether a person with that email or number was erased for good. */
  "contacts.isErased": {
    body: z.object({ email: z.string().check(atMost(254)), phoneNumber: z.string().check(atMost(32)) }),
    answer: z.object({ isErased: flag }),
  },
  "contacts.setConsent": { body: consentForm },
  /** Whether automations write to those alone who gave their consent. */
  "organization.consent": { answer: z.object({ onlyConsented: flag }) },
  "organization.setConsent": { body: z.object({ onlyConsented: z.boolean() }) },
} satisfies Schemas;
