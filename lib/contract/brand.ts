import * as z from "zod/mini";
import * as f from "./fields.ts";
import { weekHours } from "./hours.ts";
import type { Schemas } from "./row.ts";
import { payMethods } from "./sale-items.ts";
import { ours, type Read } from "./tolerant.ts";

/** "" for nothing. `hours`: of the store, not of its people. `logo`: changes with the picture. */
const face = z.object({
  name: f.text,
  tagline: f.text,
  color: f.text,
  phone: f.text,
  website: f.text,
  address: f.text,
  hours: z.nullable(weekHours),
  logo: z.nullable(z.string()),
});
export type Face = Read<typeof face>;

/** `exceptions`: other hours of the next two weeks. */
export const visitorFace = z.object({
  ...face.shape,
  exceptions: z.array(z.object({ day: f.text, hours: z.array(z.boolean()) })),
});
export type VisitorFace = Read<typeof visitorFace>;

const line = (max: number, message?: string) => z.string().check(f.atMost(max, message), f.noNul, f.oneLine);

const WEBSITE = "Websites look like example.com";

/** Null if it isn't an http(s) address. */
function readWebsite(typed: string): string | null {
  if (typed === "") return "";
  const written = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  if (url.username || url.password || !/[^.]\.[^.]/.test(url.hostname)) return null;
  return url.href.replace(/^([^/]+\/\/[^/]+)\/$/, "$1");
}

const website = z.pipe(
  line(200, WEBSITE).check(z.refine((typed) => readWebsite(typed) !== null, WEBSITE)),
  z.transform((typed: string) => readWebsite(typed) ?? ""),
);

/** Base64 of a square PNG; null removes the logo. */
const logo = z.nullable(
  z.string().check(f.atMost(900_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/, "Invalid input")),
);

export const brandForm = z.object({
  name: f.required("Your store’s name is required", 100),
  tagline: line(60, "60 characters at most"),
  color: z.pipe(
    z.string().check(z.trim(), z.regex(/^(#[\da-f]{6})?$/i, "Colors look like #14594A")),
    z.transform((color: string) => color.toLowerCase()),
  ),
  phone: line(40, "Invalid phone number").check(z.regex(/^(\+?[\d() ./-]{3,})?$/, "Invalid phone number")),
  website,
  address: line(200, "200 characters at most"),
  logo: z.optional(logo),
});

export const receiptTextForm = z.object({ receiptText: line(200, "200 characters at most") });

const methodNames = z.record(z.enum(payMethods), line(40)).check(({ value, issues }) => {
  const names = payMethods.map((method) => (value[method].trim() || method).toLowerCase());
  for (const [at, name] of names.entries())
    if (names.indexOf(name) !== at) {
      const path = [payMethods[at] ?? ""];
      issues.push({ code: "custom", input: name, path, message: "Another method has this name" });
    }
});

/** "" for the usual name. */
export const methodsForm = z.object({ methods: methodNames });

const changes = z.partial(
  z.object({
    ...brandForm.shape,
    ...receiptTextForm.shape,
    ...methodsForm.shape,
    hours: z.nullable(weekHours),
  }),
);

export const brand = {
  // Visitors don't see the text of receipts.
  "organization.brand": {
    answer: z.object({
      ...face.shape,
      exceptions: ours(visitorFace.shape.exceptions),
      receiptText: ours(f.text),
    }),
  },
  "organization.setBrand": { body: changes },
  "organization.logo": {
    query: z.object({ as: z.optional(z.enum(["icon-192", "icon-512", "icon-maskable"], "Invalid input")) }),
  },
} satisfies Schemas;
