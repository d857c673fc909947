import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const consentStates = ["given", "withdrawn", "unknown"] as const;
export type ConsentState = (typeof consentStates)[number];
const consentSources = ["import", "staff", "unsubscribe"] as const;
export type ConsentSource = (typeof consentSources)[number];

/** `by` recorded the answer, `said` says how it was given; both null if the contact answered online. */
export const consent = z.object({
  state: z.enum(consentStates),
  at: z.nullable(f.when),
  source: z.nullable(z.enum(consentSources)),
  by: f.textOrNull,
  said: f.textOrNull,
});
export type Consent = Read<typeof consent>;

/** Null if texts are allowed. */
export const noTexts = z.nullable(z.object({ at: f.when, by: f.text }));

/** The strictest answer wins, because an email can't be recalled; the first among equals. */
export function strictest<T>(all: T[], said: (one: T) => Pick<Consent, "state" | "source">): T | undefined {
  const strictness = ["unsubscribe", "withdrawn", "unknown", "given"];
  const of = (one: T) => {
    const { state, source } = said(one);
    return strictness.indexOf(state === "withdrawn" && source === "unsubscribe" ? source : state);
  };
  return all.toSorted((a, b) => of(a) - of(b))[0];
}

export const consentForm = z
  .object({ state: z.enum(consentStates, "Required"), said: f.optionalText(300) })
  .check(({ value, issues }) => {
    if (value.state === "given" && !value.said)
      issues.push({ code: "custom", path: ["said"], message: "Enter how they agreed", input: value.said });
  });

const stored = z.unknown().register(z.globalRegistry, { description: "A column as it is stored." });

const typedName = f.required("Type the name", 500);

export function eraseForm(name: string) {
  const isTheirs = z.refine<string>((typed) => plain(typed) === plain(name), "The name doesn't match");
  return z.object({ name: typedName.check(isTheirs) });
}

function plain(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replace(/\s+/g, " ").trim();
}

export const consents = {
  /** All stored data of a person, in pages. `names` resolves ids. */
  "contacts.everything": {
    query: z.object({ after: z.optional(z.string().check(z.maxLength(64))) }),
    answer: z.object({
      records: z.array(z.object({ kind: f.text, record: z.record(z.string(), stored) })),
      names: z.record(z.string(), f.text),
      next: f.textOrNull,
    }),
  },
  "contacts.erase": { body: z.object({ name: typedName }) },
  "contacts.isErased": {
    body: z.object({ email: z.string().check(f.atMost(254)), phoneNumber: z.string().check(f.atMost(32)) }),
    answer: z.object({ isErased: f.flag }),
  },
  "contacts.setConsent": { body: consentForm },
  "contacts.setTexts": { body: z.object({ isRefused: z.boolean() }) },
  "organization.consent": { answer: z.object({ onlyConsented: f.flag }) },
  "organization.setConsent": { body: z.object({ onlyConsented: z.boolean() }) },
} satisfies Schemas;
