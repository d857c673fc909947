import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { EMPTY, type Errors, type FieldName, type Values } from "./direct-form.ts";
import { STYLE } from "./style.ts";

type Html = ReturnType<typeof html>;

export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

type Choice = {
  store: string;
  current: string | null;
  hasUnipile: boolean;
  hasSmtp: boolean;
  settingsUrl: string;
  values?: Values;
  errors?: Errors;
  problem?: string;
};

export function choicePage({
  store,
  current,
  hasUnipile,
  hasSmtp,
  settingsUrl,
  values,
  errors = {},
  problem,
}: Choice) {
  const isEntered = values !== undefined;
  return layout(
    "Connect your account",
    html`
      <p class="muted">Loupe sends ${store}’s email from this account and keeps appointments in its calendar.</p>
      ${current && html`<p class="muted">The new account replaces ${current}.</p>`}
      <div class="ways">
        ${problem ? html`<p class="alert" role="alert">${problem}</p>` : null}
        ${hasUnipile && html`${oneClick("google", "Google", "Gmail and Google Calendar", "Connect")}${oneClick("microsoft", "Microsoft", "Outlook and its calendar", "Connect")}`}
        <details class="way"${isEntered && " open"}>
          <summary><span><strong>Your own servers</strong><br><span class="muted small">Email by SMTP and IMAP, calendar by CalDAV</span></span></summary>
          ${directForm(values ?? EMPTY, errors)}
        </details>
        ${oneClick("local", "Loupe itself", hasSmtp ? WITH_SMTP : WITHOUT_SMTP, "Use")}
      </div>
      <footer><a href="${settingsUrl}">Back to Settings</a></footer>`,
  );
}

const WITH_SMTP = "A calendar in Loupe; email is sent by the server that runs Loupe";
const WITHOUT_SMTP = "A calendar in Loupe and a test outbox. No email is sent.";

function oneClick(provider: string, name: string, about: string, verb: string) {
  return html`<section class="way">
    <form method="post">
      <span><strong>${name}</strong><br><span class="muted small">${about}</span></span>
      <button name="provider" value="${provider}" aria-label="${verb} ${name}">${verb}</button>
    </form>
  </section>`;
}

function directForm(values: Values, errors: Errors) {
  const first = Object.keys(errors)[0];
  const field = (name: FieldName, label: string, look: InputOptions = {}) =>
    input({ name, label, value: values[name], error: errors[name], isFirst: name === first, ...look });
  const hasOther = Boolean(values.user || values.caldavUser || errors.user || errors.caldavUser);
  return html`<form method="post" class="fields" novalidate>
    ${field("address", "Email address", { type: "email", autocomplete: "email", isRequired: true })}
    ${field("password", "Password", { type: "password", isRequired: true, help: "Many providers require an app password here. It is stored encrypted." })}
    <fieldset>
      <legend>Outgoing email</legend>
      <div class="pair">
        ${field("smtpHost", "SMTP server", { isRequired: true, placeholder: "smtp.example.com" })}
        ${field("smtpPort", "Port", { isRequired: true, inputmode: "numeric" })}
      </div>
    </fieldset>
    <fieldset>
      <legend>Incoming email</legend>
      <div class="pair">
        ${field("imapHost", "IMAP server", { placeholder: "imap.example.com", help: "Leave empty to send only. Otherwise, email from and to your store’s contacts appears on their profiles, visible only to you until you share it." })}
        ${field("imapPort", "Port", { inputmode: "numeric" })}
      </div>
    </fieldset>
    <fieldset>
      <legend>Calendar</legend>
      ${field("caldavUrl", "CalDAV address", { placeholder: "https://caldav.example.com", inputmode: "url", help: "Leave empty to keep appointments in Loupe’s own calendar." })}
    </fieldset>
    <details${hasOther && " open"}>
      <summary>Different user names</summary>
      <div>
        ${field("user", "User name", { help: "If it isn't the email address." })}
        ${field("caldavUser", "Calendar user name")}
        ${field("caldavPassword", "Calendar password", { type: "password" })}
      </div>
    </details>
    <button class="primary" name="provider" value="direct">Connect</button>
  </form>`;
}

type InputOptions = {
  type?: string;
  isRequired?: boolean;
  placeholder?: string;
  inputmode?: string;
  autocomplete?: string;
  help?: string;
};

function input(
  field: InputOptions & { name: string; label: string; value: string; error?: string; isFirst: boolean },
) {
  const { name, label, value, error, isFirst, type = "text", isRequired, help, ...look } = field;
  const described = [error && `${name}-error`, help && `${name}-help`].filter(Boolean).join(" ");
  const attributes = {
    id: name,
    name,
    type,
    value: type === "password" ? "" : value,
    autocomplete: look.autocomplete ?? "off",
    placeholder: look.placeholder,
    inputmode: look.inputmode,
    autocapitalize: "none",
    spellcheck: "false",
    "aria-describedby": described || undefined,
    "aria-invalid": error ? "true" : undefined,
    "aria-required": isRequired ? "true" : undefined,
    autofocus: isFirst ? "" : undefined,
  };
  const written = Object.entries(attributes).map(([key, text]) =>
    text === undefined ? null : html` ${key}="${text}"`,
  );
  return html`<div class="field">
    <label for="${name}"${isRequired ? html` class="required"` : null}>${label}</label>
    <input${written}>
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : null}
    ${help ? html`<p class="muted small" id="${name}-help">${help}</p>` : null}
  </div>`;
}

export function expiredPage(settingsUrl: string) {
  const about = html`<p class="muted">A link works once and for 15 minutes. Get a new one in Settings.</p>`;
  return layout("This link has expired", html`${about}${toSettings(settingsUrl)}`);
}

export function refusedPage(why: string, settingsUrl: string) {
  const about = html`<p class="alert" role="alert">${why}</p>`;
  return layout("Something went wrong", html`<div class="ways">${about}</div>${toSettings(settingsUrl)}`);
}

function toSettings(settingsUrl: string) {
  return html`<footer><a class="button" href="${settingsUrl}">Go to Settings</a></footer>`;
}

function layout(title: string, content: Html) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Loupe</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<p class="brand"><span>${GEM}</span>Loupe</p>
<section class="card">
<h1>${title}</h1>
${content}
</section>
</main>
</body>
</html>
`;
}

const GEM = raw(
  `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10.5 3 8 9l4 13 4-13-2.5-6"/><path d="M17 3a2 2 0 0 1 1.6.8l3 4a2 2 0 0 1 .013 2.382l-7.99 10.986a2 2 0 0 1-3.247 0l-7.99-10.986A2 2 0 0 1 2.4 7.8l2.998-3.997A2 2 0 0 1 7 3z"/><path d="M2 9h20"/></svg>`,
);
