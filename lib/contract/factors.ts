import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { signedIn } from "./sign-in.ts";
import type { Read } from "./tolerant.ts";

const id = z.string().check(z.minLength(1));
const passkey = z.object({ id, name: f.text, createdAt: f.when, lastUsedAt: z.nullable(f.when) });

const factors = z.object({
  appSince: z.nullable(f.when),
  codes: f.figure,
  passkeys: z.array(passkey),
  isRequired: f.flag,
  isConfirmed: f.flag,
  /** Host name of passkeys; null if browsers can't use them here. */
  passkeyHost: z.nullable(f.text),
});
export type Factors = Read<typeof factors>;

/** `setUp`: readable by the host only. */
const start = z.object({ secret: f.text, uri: f.text, codes: z.array(f.text), setUp: f.text });
export type StartedApp = Read<typeof start>;

const ticket = f.required("Sign in again", 200);
const code = f.required("The code is required", 40);
const sealed = f.required("Start over", 4000);

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
const asked = { challenge: f.text, rpId: f.text };

export const factorShapes = {
  "auth.passkeyOptions": { answer: z.object(asked) },
  "auth.passkey": { body: z.object({ passkey: assertion, device }), answer: signedIn },
  "factors.passkeyOptions": {
    answer: z.object({ ...asked, userId: f.text, userName: f.text, known: z.array(f.text) }),
  },
  "factors.addPasskey": {
    body: z.object({ passkey: attestation, name: f.required("Name is required", 100) }),
    // Recovery codes come with the first factor.
    answer: z.object({ codes: z.array(f.text) }),
  },
  "factors.setRequired": { body: z.object({ isRequired: z.boolean("Required") }) },
  "factors.reset": { body: z.object({ id: f.sentId }) },
  "auth.secondStep": {
    body: z.object({ ticket, code, setUp: z.optional(sealed), device }),
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
  "factors.renewCodes": { answer: z.object({ codes: z.array(f.text) }) },
} satisfies Schemas;
