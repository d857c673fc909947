import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";

/** The endpoint is a stranger's URL, so the host checks it again before each call. */
const subscription = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/[\w.:[\]-]+\/[\x21-\x7e]*$/)),
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
});

export const push = {
  "push.get": { answer: z.object({ key: f.text, isOn: f.flag }) },
  "push.start": { body: subscription },
  "push.end": {},
} satisfies Schemas;
