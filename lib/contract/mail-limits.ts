import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const time = z.string("Required").check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 21:00"));

/** Automations and campaigns send a person at most `mails` in `days` days, `exceptGreetings` for birthdays. */
export const mailLimitsForm = z
  .object({
    isCapped: z.boolean(),
    mails: f.wholeNumber(1, 50),
    days: f.wholeNumber(1, 90),
    exceptGreetings: z.boolean(),
    isQuiet: z.boolean(),
    quietFrom: time,
    quietTo: time,
  })
  .check(
    z.refine(({ isQuiet, quietFrom, quietTo }) => !isQuiet || quietFrom !== quietTo, {
      path: ["quietTo"],
      error: "Quiet hours can't start and end at the same time",
    }),
  );

const mailLimits = z.object({
  isCapped: f.flag,
  mails: z.number(),
  days: z.number(),
  exceptGreetings: f.flag,
  isQuiet: f.flag,
  quietFrom: f.text,
  quietTo: f.text,
});
export type MailLimits = Read<typeof mailLimits>;

export const DEFAULT_MAIL_LIMITS: MailLimits = {
  isCapped: true,
  mails: 2,
  days: 7,
  exceptGreetings: true,
  isQuiet: false,
  quietFrom: "21:00",
  quietTo: "08:00",
};

export const mailLimitRows = {
  "organization.mailLimits": { answer: mailLimits },
  "organization.setMailLimits": { body: mailLimitsForm },
} satisfies Schemas;
