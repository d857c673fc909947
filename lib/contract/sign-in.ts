import * as z from "zod/mini";
import { stepWays } from "./factor-terms.ts";
import { flag, id, text } from "./fields.ts";
import { ours } from "./tolerant.ts";

/** `device`: the browser's new id. */
export const signedIn = z.object({
  token: z.string().check(z.minLength(1)),
  organizationId: ours(id),
  email: ours(text),
  isEmailIntegrationComplete: flag,
  device: ours(text),
});

/** The 409 for a correct password that isn't enough. */
export const stepNeeded = z.object({
  step: z.object({ ticket: z.string().check(z.minLength(1)), ways: z.array(z.enum(stepWays)) }),
});
