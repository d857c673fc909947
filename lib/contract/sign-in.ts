import * as z from "zod/mini";
import { stepWays } from "./factor-terms.ts";
import { flag, id, text } from "./fields.ts";
import { ours } from "./tolerant.ts";

/** What a sign-in is answered with, whichever way it went. `device`: what the browser is known by from now on. */
export const signedIn = z.object({
  token: z.string().check(z.minLength(1)),
  organizationId: ours(id),
  email: ours(text),
  isEmailIntegrationComplete: flag,
  device: ours(text),
});

/** What the 409 for a right password says where that is not enough: what the second step is asked with, and its ways. */
export const stepNeeded = z.object({
  step: z.object({ ticket: z.string().check(z.minLength(1)), ways: z.array(z.enum(stepWays)) }),
});
