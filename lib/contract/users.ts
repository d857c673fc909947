import * as z from "zod/mini";
import { brandForm } from "./brand.ts";
import * as f from "./fields.ts";
import { incident } from "./incidents.ts";
import { outgoings } from "./mail-terms.ts";
import { notations } from "./money.ts";
import { passwordRules } from "./password-rules.ts";
import type { Schemas } from "./row.ts";
import { signedIn, stepNeeded } from "./sign-in.ts";
import { ours, type Read, read, tolerant } from "./tolerant.ts";

export const roles = ["OWNER", "ADMIN", "USER"] as const;
export type Role = (typeof roles)[number];

/** Other hosts have other roles, in any case, as text or {name}. */
function readRole(value: unknown): string {
  return f.readText(typeof value === "object" ? value && Object(value).name : value).toUpperCase();
}
const role = z.enum(roles);

export const me = z.object({
  id: f.id,
  firstName: f.text,
  lastName: f.text,
  role: tolerant(role, readRole),
  isEmailIntegrationComplete: f.flag,
  email: ours(f.text),
  timezone: ours(f.text),
  organizationName: ours(f.text),
  emails: ours(z.enum(outgoings)),
  incidents: ours(z.array(incident)),
  refused: ours(z.array(z.string())),
  isDemo: ours(f.flag),
  /** When a visitor's demo store is erased. */
  demoUntil: ours(z.nullable(f.text)),
  isHeld: ours(f.flag),
  money: ours(z.object({ currency: f.text, notation: f.text })),
  tax: ours(z.object({ rate: f.text, isIncluded: z.boolean() })),
  dates: ours(z.object({ dayFirst: z.boolean(), weekStart: z.number() })),
  country: ours(f.text),
  methods: ours(z.record(z.string(), f.text)),
});
export type Me = Read<typeof me>;

/** `isPending`: not registered yet. `hasSecondStep`: only for the owner and admins. */
export const member = z.object({
  id: f.id,
  firstName: f.text,
  lastName: f.text,
  email: f.text,
  role: tolerant(z.object({ name: role }), readRole),
  isPending: f.flag,
  hasSecondStep: ours(f.flag),
});
export type Member = Read<typeof member>;

export const loginForm = z.object({
  email: f.email("Invalid email format"),
  password: z.string("Password is required").check(z.minLength(1, "Password is required"), z.maxLength(1000)),
});

export const forgotPasswordForm = z.object({ email: f.email("Invalid email format") });

const newPassword = z
  .string("Required")
  .check(f.atMost(200), ...passwordRules.map((rule) => z.regex(rule.test, rule.message)));

const bothTyped = z.object({ password: z.string(), confirmPassword: z.string() });

export const registerForm = z
  .object({ password: newPassword, confirmPassword: z.string("Required") })
  .check(samePasswords());

function samePasswords() {
  return z.refine<{ password: string; confirmPassword: string }>(
    (form) => form.password === form.confirmPassword,
    {
      path: ["confirmPassword"],
      error: "Passwords don't match",
      // Also while the password itself is too weak.
      when: ({ value }) => bothTyped.safeParse(value).success,
    },
  );
}

const nameFields = {
  firstName: f.personName("First name is required"),
  lastName: f.personName("Last name is required"),
};

const ownerFields = {
  organizationName: f.required("Your store’s name is required", 100),
  ...nameFields,
  email: f.email("Invalid email format"),
};

export const ownerForm = z
  .object({ ...ownerFields, password: newPassword, confirmPassword: z.string("Required") })
  .check(samePasswords());

const sixCharacters = z
  .string("Required")
  .check(z.minLength(6, "Password must be at least 6 characters"), z.maxLength(200));

export const passwordForm = z
  .object({ currentPassword: sixCharacters, newPassword: sixCharacters, confirmPassword: sixCharacters })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      path: ["confirmPassword"],
      error: "Passwords do not match",
    }),
  );

export type PasswordForm = z.infer<typeof passwordForm>;

export const userForm = z.object(nameFields);

export type UserForm = z.infer<typeof userForm>;

export const inviteForm = z.object({
  ...nameFields,
  email: f.email("Invalid email format"),
  role: z.enum(["ADMIN", "USER"], "Required"),
  hours: z.optional(z.enum(["STORE", "OTHER"])),
});

export type InviteForm = z.infer<typeof inviteForm>;

export const invitesForm = z.object({
  people: z.array(inviteForm).check(({ value, issues }) => {
    const emails = value.map(({ email }) => email.toLowerCase());
    for (const [at, email] of emails.entries()) {
      if (emails.indexOf(email) === at) continue;
      const message = "This address is already in the list";
      issues.push({ code: "custom", input: email, path: [at, "email"], message });
    }
  }),
});

const RATE = "Tax rate must be a percentage like 5.5";

const timezoneForm = z.object({ timezone: f.required("Timezone is required", 64) });

const taxRate = z.pipe(
  z.union([z.number(), z.string().check(z.trim(), z.regex(/^\d{0,3}([.,]\d{0,4})?$/, RATE))], RATE),
  z.pipe(
    z.transform((rate: number | string) => Number(String(rate).replace(",", "."))),
    z.number(RATE).check(z.minimum(0, RATE), z.maximum(100, RATE)),
  ),
);

const COUNTRY = "Country is required";

const storeForm = z.object({
  name: f.required("Your store’s name is required", 100),
  currency: z.string("Currency is required").check(z.regex(/^[A-Z]{3}$/, "Currency is required")),
  notation: z.enum(notations, "Number format is required"),
  taxRate: z.optional(taxRate),
  taxIsIncluded: z.optional(z.boolean()),
  dayFirst: z.optional(z.boolean()),
  weekStart: z.optional(z.literal([0, 1, 6], "Required")),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, COUNTRY))),
});

const storeChoice = z.object({
  ...storeForm.shape,
  currency: z.object({ id: z.string() }, "Currency is required"),
  country: z.nullish(z.object({ id: z.string() })),
});

const datesChoice = z.object({
  dates: z.enum(["dayFirst", "monthFirst"], "Required"),
  weekStart: z.enum(["0", "1", "6"], "Required"),
});

export const timezoneChoice = z.object({ timezone: z.object({ id: z.string() }, "Timezone is required") });

export const moneyChoice = z.object({ ...storeChoice.shape, ...datesChoice.shape });
export const newStoreChoice = z.object({
  ...moneyChoice.shape,
  ...timezoneChoice.shape,
  country: z.object({ id: z.string() }, COUNTRY),
  address: brandForm.shape.address,
  phone: brandForm.shape.phone,
});

/** Other hosts also send {timezone}. */
const timezone = tolerant(z.string(), (value) =>
  f.readText(typeof value === "object" ? value && Object(value).timezone : value),
);

const invited = z.object({ link: f.text, mailed: f.flag });

const mark = z.optional(z.enum(["done", "skipped"]));
const setupMarks = z.object({
  you: mark,
  store: mark,
  hours: mark,
  mail: mark,
  team: mark,
  customers: mark,
  kind: mark,
});

export const users = {
  "users.me": { answer: me },
  "users.update": { body: userForm },
  "users.changePassword": { body: passwordForm },
  // `device` recognizes a browser after its first sign-in.
  "auth.login": {
    body: z.object({ ...loginForm.shape, device: f.optionalText(100) }),
    answer: signedIn,
    // The password is right but not enough.
    conflict: stepNeeded,
  },
  "auth.register": {
    body: z.object({ token: f.required("This invitation link is not complete", 500), password: newPassword }),
  },
  "auth.startStore": { answer: z.object({ link: f.text }) },
  // `isOffered`: visitors may call auth.tryDemo.
  "auth.demo": {
    answer: z.object({
      email: z.optional(f.text),
      password: z.optional(f.text),
      isOffered: z.optional(z.boolean()),
    }),
  },
  "auth.tryDemo": { body: z.object({ device: f.optionalText(100) }), answer: signedIn },
  "auth.registerOwner": {
    body: z.object({
      token: f.required("This link is not complete", 500),
      ...ownerFields,
      password: newPassword,
    }),
  },
  "auth.forgotPassword": { body: forgotPasswordForm },
  "auth.resetPassword": {
    body: z.object({ token: f.required("This link is not complete", 500), password: newPassword }),
  },
  "team.list": { answer: z.array(member) },
  // Other hosts may answer anything.
  "team.invite": {
    body: inviteForm,
    answer: tolerant(invited, (value) => (Object(value).link ? read(invited, value) : null)),
  },
  "team.remove": { body: z.object({ id: f.sentId }) },
  "organization.timezone": { answer: timezone },
  "organization.setTimezone": { body: timezoneForm },
  "organization.rights": {
    answer: z.object({ everybodyDeletesContacts: f.flag, everybodySeesReports: z.boolean() }),
  },
  "organization.setRights": {
    body: z.object({
      everybodyDeletesContacts: z.optional(z.boolean()),
      everybodySeesReports: z.optional(z.boolean()),
    }),
  },
  "organization.update": { body: storeForm },
  "organization.export": { body: z.object({ list: z.enum(["contacts", "sales", "history"]) }) },
  "setup.get": { answer: z.object({ steps: setupMarks, isDue: f.flag, isOver: f.flag, isHidden: f.flag }) },
  // Finished steps stay finished. `isSeen`: the caller has opened it.
  "setup.mark": {
    body: z.object({
      steps: z.optional(setupMarks),
      isSeen: z.optional(z.literal(true)),
      isOver: z.optional(z.literal(true)),
      isHidden: z.optional(z.literal(true)),
    }),
  },
  "organization.timezones": { answer: z.array(z.string()) },
} satisfies Schemas;
