import * as z from "zod/mini";
import { figure, flag, required, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { signedIn } from "./sign-in.ts";
import type { Read } from "./tolerant.ts";

const id = z.string().check(z.minLength(1));
const passkey = z.object({ id, name: text, createdAt: when, lastUsedAt: z.nullable(when) });

const factors = z.object({
  /** Since when there is an authenticator app. */
  appSince: z.nullable(when),
  /** Recovery codes that are left. */
  codes: figure,
  passkeys: z.array(passkey),
  /** Whether the store wants a second step of everybody. */
  isRequired: flag,
  isConfirmed: flag,
  /** Where passkeys of this deployment are good; null where browsers know none. */
  passkeyHost: z.nullable(text),
});
export type Factors = Read<typeof factors>;

/** `setUp` is sealed: the host alone knows what it says. */
const start = z.object({ secret: text, uri: text, codes: z.array(text), setUp: text });
export type StartedApp = Read<typeof start>;

const ticket = required("Sign in again", 200);
const code = required("The code is required", 40);
const sealed = required("Begin again", 4000);

export const codeForm = z.object({ code });
export const confirmForm = z.object({
  password: z.string("Password is required").check(z.minLength(1, "Password is required"), z.maxLength(1000)),
  code: z.optional(z.string().check(z.maxLength(40))),
});

export const factorShapes = {
  "auth.secondStep": {
    body: z.object({
      ticket,
      code,
      setUp: z.optional(sealed),
      device: z.optional(z.string().check(z.maxLength(100))),
    }),
    answer: signedIn,
  },
  "auth.startSecondStep": { body: z.object({ ticket }), answer: start },
  "factors.get": { answer: factors },
  "factors.confirm": { body: confirmForm },
  "factors.startApp": { answer: start },
  "factors.finishApp": { body: z.object({ setUp: sealed, code }) },
  "factors.renewCodes": { answer: z.object({ codes: z.array(text) }) },
} satisfies Schemas;
