import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { email, required } from "#lib/contract/fields.ts";
import { HttpError } from "#server/errors.ts";
import { isTimezone } from "#server/timezones.ts";
import { run } from "./run.ts";

const USAGE = `npm run org -- --name "Marlow & Finch" --email owner@example.com
    [--first-name Priya] [--last-name Raman] [--timezone America/New_York]`;

const form = z.object({
  name: required("--name, the organization's name, is missing"),
  email: email("--email must be the owner's email address"),
  timezone: z.string().check(z.refine(isTimezone, "this is not a known timezone")),
  firstName: required("--first-name must not be empty", 100),
  lastName: z.string().check(z.trim(), z.maxLength(100)),
});

await run("org", readArguments);

function readArguments() {
  const option = { type: "string", default: "" } as const;
  const options = {
    name: option,
    email: option,
    "first-name": option,
    "last-name": option,
    timezone: option,
  };
  try {
    const { values } = parseArgs({ options });
    return z.parse(form, {
      ...values,
      timezone: values.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone,
      firstName: values["first-name"] || "Owner",
      lastName: values["last-name"],
    });
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? error.issues[0]?.message : String(error);
    throw new HttpError(400, `${reason}\nUsage: ${USAGE}`);
  }
}
