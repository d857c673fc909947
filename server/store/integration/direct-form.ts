import * as z from "zod/mini";
import { email, required, wholeNumber } from "#lib/contract/fields.ts";
import type { DirectEntry } from "#server/connections/providers/direct.ts";
import type { MailService } from "#server/connections/providers/mail-services.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";

/** Passwords are never written back into the page. */
export const FIELDS = [
  "address",
  "password",
  "user",
  "smtpHost",
  "smtpPort",
  "imapHost",
  "imapPort",
  "caldavUrl",
  "caldavUser",
  "caldavPassword",
] as const;
export type FieldName = (typeof FIELDS)[number];
export type Values = Record<FieldName, string>;
export type Errors = Partial<Record<FieldName, string>>;

export const EMPTY: Values = {
  address: "",
  password: "",
  user: "",
  smtpHost: "",
  smtpPort: "587",
  imapHost: "",
  imapPort: "993",
  caldavUrl: "",
  caldavUser: "",
  caldavPassword: "",
};

const HOST = /^(?=.{1,253}$)[a-z\d]([a-z\d.-]*[a-z\d])?$|^\[?[\da-f:]+\]?$/i;
const optional = z.string().check(z.maxLength(500, "Invalid input"));

const shape = {
  address: email("Invalid email format"),
  password: z.string().check(z.minLength(1, "Required"), z.maxLength(500, "Invalid input")),
  user: optional,
  smtpHost: required("Required").check(z.regex(HOST, "Enter a name like smtp.example.com")),
  smtpPort: wholeNumber(1, 65_535),
  // Empty means that no email is read.
  imapHost: z.union([
    z.literal(""),
    required("Required").check(z.regex(HOST, "Enter a name like imap.example.com")),
  ]),
  imapPort: wholeNumber(1, 65_535),
  caldavUrl: optional,
  caldavUser: optional,
  caldavPassword: optional,
};

export function readDirect(
  values: Values,
  { allowPrivateHosts }: ProviderSettings,
): { entry: DirectEntry } | { errors: Errors } {
  const parsed = z.object(shape).safeParse(values);
  const url = values.caldavUrl.trim();
  const caldavUrl = url && serverUrl(url, allowPrivateHosts);
  const errors: Errors = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = FIELDS.find((field) => field === path[0]);
    if (name)
      errors[name] ??= name === "smtpPort" || name === "imapPort" ? "Enter a port from 1 to 65535" : message;
  }
  if (caldavUrl === null) errors.caldavUrl = "Enter an address like https://caldav.example.com";
  if (!parsed.success || caldavUrl === null) return { errors };

  const { address, password, smtpHost, smtpPort, imapHost, imapPort, caldavUser, caldavPassword } =
    parsed.data;
  const user = parsed.data.user || address;
  return {
    entry: {
      address,
      smtp: { host: smtpHost, port: smtpPort, user, password },
      imap: imapHost ? { host: imapHost, port: imapPort, user, password } : null,
      caldav: caldavUrl
        ? { url: caldavUrl, user: caldavUser || user, password: caldavPassword || password }
        : null,
    },
  };
}

export function readAddress(written: string): string | null {
  return shape.address.safeParse(written).data ?? null;
}

type Answered = { address: string; password: string; wants: { inbox: boolean; calendar: boolean } };

export function entryOf(
  { smtp, imap, caldavUrl, user }: MailService,
  { address, password, wants }: Answered,
): DirectEntry {
  const login = { user: user ?? address, password };
  return {
    address,
    smtp: { ...smtp, ...login },
    imap: imap && wants.inbox ? { ...imap, ...login } : null,
    caldav: caldavUrl && wants.calendar ? { url: caldavUrl, ...login } : null,
  };
}

function serverUrl(text: string, allowPrivateHosts: boolean): string | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url?.hostname || url.username || url.password) return null;
  return url.protocol === "https:" || (url.protocol === "http:" && allowPrivateHosts) ? url.href : null;
}
