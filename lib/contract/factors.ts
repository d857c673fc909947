import * as z from "zod/mini";
import { figure, flag, required, sentId, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { signedIn } from "./sign-in.ts";
import type { Read } from "./tolerant.ts";

const id = z.string().check(z.minLength(1));
const passkey = z.object({ id, name: text, createdAt: when, lastUsedAt: z.nullable(when) });

const factors = z.object({
  appSince: z.nullable(when),
  codes: figure,
  passkeys: z.array(passkey),
  isRequired: flag,
  isConfirmed: flag,
  /** Host name of passkeys; null if browsers can't use them here. */
  passkeyHost: z.nullable(text),
});
export type Factors = Read<typeof factors>;

/** `setUp`: readable by the host only. */
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

const bytes = (most: number) => z.string("Invalid input").check(z.maxLength(most), z.regex(/^[\w-]*$/));
/** Unused fields of the browser's response are dropped. */
const ofPasskey = { id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key") };
const assertion = z.object({
  ...ofPasskey,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(100),
  }),
});
const attestation = z.object({
  ...ofPasskey,
  response: z.object({ clientDataJSON: bytes(4000), attestationObject: bytes(40_000) }),
});
export type Assertion = z.infer<typeof assertion>;
export type Attestation = z.infer<typeof attestation>;
const device = z.optional(z.string().check(z.maxLength(100)));
const asked = { challenge: text, rpId: text };

export const factorShapes = {
  "auth.passkeyOptions": { answer: z.object(asked) },
  "auth.passkey": { body: z.object({ passkey: assertion, device }), answer: signedIn },
  "factors.passkeyOptions": {
    answer: z.object({ ...asked, userId: text, userName: text, known: z.array(text) }),
  },
  "factors.addPasskey": {
    body: z.object({ passkey: attestation, name: required("Name is required", 100) }),
    // Recovery codes come with the first factor.
    answer: z.object({ codes: z.array(text) }),
  },
  "factors.setRequired": { body: z.object({ isRequired: z.boolean("Required") }) },
  "factors.reset": { body: z.object({ id: sentId }) },
  "auth.secondStep": {
    body: z.object({
      ticket,
      code,
      setUp: z.optional(sealed),
      device,
    }),
    answer: signedIn,
  },
  "auth.startSecondStep": { body: z.object({ ticket }), answer: start },
  "factors.get": { answer: factors },
  "factors.confirm": {
    body: z.object({
      password: z.optional(confirmForm.shape.password),
      code: confirmForm.shape.code,
      passkey: z.optional(assertion),
    }),
  },
  "factors.startApp": { answer: start },
  "factors.finishApp": { body: z.object({ setUp: sealed, code }) },
  "factors.renewCodes": { answer: z.object({ codes: z.array(text) }) },
} satisfies Schemas;
