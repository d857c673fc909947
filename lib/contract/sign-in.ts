import * as z from "zod/mini";
import { stepWays } from "./factor-terms.ts";
import * as f from "./fields.ts";
import { ours } from "./tolerant.ts";

/** `device`: the browser's new id. */
export const signedIn = z.object({
  token: z.string().check(z.minLength(1)),
  organizationId: ours(f.id),
  email: ours(f.text),
  isEmailIntegrationComplete: f.flag,
  device: ours(f.text),
});

/** The 409 for a correct password that isn't enough. */
export const stepNeeded = z.object({
  step: z.object({ ticket: z.string().check(z.minLength(1)), ways: z.array(z.enum(stepWays)) }),
});
