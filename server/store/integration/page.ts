import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { ConnectFailure } from "#server/connections/providers/direct.ts";
import type { MailService } from "#server/connections/providers/mail-services.ts";
import type { Errors, FieldName, Values } from "./direct-form.ts";

const STYLE = `
@font-face { font-family: Inter; src: url(/connect/inter.woff2) format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light dark;
  --background: light-dark(oklch(0.984 0.003 264), oklch(0.178 0.013 264));
  --foreground: light-dark(oklch(0.235 0.022 264), oklch(0.945 0.005 264));
  --card: light-dark(oklch(1 0 0), oklch(0.216 0.015 264));
  --muted: light-dark(oklch(0.49 0.02 264), oklch(0.735 0.017 264));
  --accent: light-dark(oklch(0.95 0.008 264), oklch(0.282 0.02 264));
  --primary: light-dark(oklch(0.455 0.15 264), oklch(0.715 0.125 264));
  --primary-hover: light-dark(oklch(0.4 0.145 264), oklch(0.77 0.11 264));
  --primary-foreground: light-dark(oklch(0.99 0.003 264), oklch(0.185 0.04 264));
  --link: light-dark(oklch(0.44 0.15 264), oklch(0.79 0.1 264));
  --border: light-dark(oklch(0.915 0.007 264), oklch(0.3 0.016 264));
  --border-strong: light-dark(oklch(0.85 0.01 264), oklch(0.38 0.018 264));
  --input: light-dark(oklch(0.64 0.018 264), oklch(0.565 0.02 264));
  --ring: light-dark(oklch(0.55 0.18 264), oklch(0.75 0.125 264));
  --danger: light-dark(oklch(0.495 0.185 27), oklch(0.8 0.105 25));
  --danger-soft: light-dark(oklch(0.957 0.018 20), oklch(0.295 0.065 22));
  --shadow: 0 1px 2px light-dark(oklch(0.2 0.03 264 / 5%), oklch(0 0 0 / 30%));
  --control: 36px;
}
@media (width < 768px), (pointer: coarse) { :root { --control: 44px; } }
*, ::before, ::after { box-sizing: border-box; margin: 0; border: 0 solid var(--border); }
html { -webkit-text-size-adjust: 100%; }
body {
  font: 400 14px/20px Inter, ui-sans-serif, system-ui, sans-serif;
  font-feature-settings: "cv11", "ss03";
  color: var(--foreground); background: var(--background);
  -webkit-font-smoothing: antialiased;
}
main { display: grid; gap: 24px; justify-items: center; align-content: start; min-height: 100dvh; padding: 10vh 16px 40px; }
.brand { display: flex; align-items: center; gap: 10px; font-size: 15px; line-height: 22px; font-weight: 600; }
.brand span { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 8px; background: var(--primary); color: var(--primary-foreground); }
.card { width: 100%; max-width: 480px; padding: 24px; border-width: 1px; border-radius: 16px; background: var(--card); box-shadow: var(--shadow); }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.015em; }
h2 { font-size: 15px; line-height: 22px; font-weight: 600; letter-spacing: -0.005em; }
.muted { color: var(--muted); }
.small { font-size: 13px; line-height: 18px; }
h1 + p { margin-top: 4px; }
.ways { display: grid; gap: 12px; margin-top: 20px; }
.way { border-width: 1px; border-radius: 12px; }
.way > form, .answered { display: flex; align-items: center; gap: 12px; justify-content: space-between; padding: 14px 16px; }
.fields { display: grid; gap: 16px; margin-top: 20px; }
ol { display: grid; gap: 8px; padding-left: 24px; }
.check { display: flex; gap: 10px; font-size: 14px; font-weight: 400; }
.check input { flex: none; width: 18px; height: 18px; margin-top: 1px; accent-color: var(--primary); }
fieldset { display: grid; gap: 12px; min-width: 0; padding: 16px 0 0; border-top-width: 1px; }
legend { float: left; width: 100%; padding: 0; font-weight: 600; }
.pair { display: grid; grid-template-columns: 1fr 112px; gap: 12px; clear: both; }
.field { display: grid; gap: 6px; align-content: start; clear: both; }
label { font-size: 13px; line-height: 18px; font-weight: 500; }
label.required::after { content: "*" / ""; margin-left: 4px; color: var(--danger); }
input {
  width: 100%; height: var(--control); padding: 0 12px; border: 1px solid var(--input); border-radius: 8px;
  font: inherit; color: inherit; background: var(--card);
}
@media (width < 768px), (pointer: coarse) { input { font-size: 16px; } }
input::placeholder { color: var(--muted); opacity: 1; }
input[aria-invalid="true"] { border-color: var(--danger); outline: 1px solid var(--danger); outline-offset: -2px; }
input:focus-visible { outline: 2px solid var(--ring); outline-offset: -1px; border-color: var(--ring); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.error { color: var(--danger); font-size: 13px; line-height: 18px; font-weight: 500; }
.alert { display: grid; gap: 4px; margin-top: 20px; overflow-wrap: anywhere; padding: 10px 12px; border-radius: 8px; background: var(--danger-soft); color: var(--danger); font-weight: 500; }
.plain { font-weight: 400; }
.fields > .alert { margin: 0; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; flex: none; height: var(--control); padding: 0 14px;
  border: 1px solid var(--border-strong); border-radius: 8px; background: var(--card); color: inherit;
  font: inherit; font-weight: 500; text-decoration: none; cursor: pointer; box-shadow: var(--shadow);
}
button:hover, .button:hover { background: var(--accent); }
.primary, .button { border-color: transparent; background: var(--primary); color: var(--primary-foreground); }
.primary:hover, .button:hover { background: var(--primary-hover); }
.fields > details > summary { cursor: pointer; color: var(--link); font-size: 13px; line-height: 18px; font-weight: 500; padding: 4px 0; }
.fields > details > div { display: grid; gap: 12px; padding-top: 12px; }
a { color: var(--link); }
footer { margin-top: 20px; }
@media (width < 768px) {
  main { padding: 24px 0 40px; }
  .card { max-width: none; padding: 24px 20px; border-radius: 0; border-inline-width: 0; }
  .pair { grid-template-columns: 1fr; }
}
`;

type Html = ReturnType<typeof html>;

export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

type Choice = {
  store: string;
  current: string | null;
  hasUnipile: boolean;
  hasSmtp: boolean;
  settingsUrl: string;
};

export function choicePage(
  { store, current, hasUnipile, hasSmtp, settingsUrl }: Choice,
  { address = "", error, problem }: { address?: string; error?: string; problem?: string } = {},
) {
  return layout(
    "Connect your account",
    html`
      <p class="muted">Loupe sends ${store}’s email from this account and keeps appointments in its calendar.</p>
      ${current && html`<p class="muted">The new account replaces ${current}.</p>`}
      ${problem ? alert(problem) : null}
      <form method="post" class="fields" novalidate>
        ${input({ name: "address", label: "Email address", value: address, error, isFirst: true, type: "email", autocomplete: "email" })}
        <button class="primary" name="provider" value="find">Continue</button>
      </form>
      <div class="ways">
        ${hasUnipile && html`${oneClick("google", "Google", "Gmail and Google Calendar", "Connect")}${oneClick("microsoft", "Microsoft", "Outlook and its calendar", "Connect")}`}
        ${oneClick("manual", "Your own servers", "Email by SMTP and IMAP, calendar by CalDAV", "Enter", "Enter server settings")}
        ${oneClick("local", "Loupe itself", hasSmtp ? WITH_SMTP : WITHOUT_SMTP, "Use")}
      </div>
      ${back(settingsUrl)}`,
  );
}

export function serversPage(settingsUrl: string, values: Values, errors: Errors = {}, problem = "") {
  return layout(
    "Enter server settings",
    html`${problem ? alert(problem) : null}${directForm(values, errors)}${back(settingsUrl)}`,
  );
}

type Found = {
  service: MailService;
  address: string;
  hasUnipile: boolean;
  settingsUrl: string;
  wants?: { inbox: boolean; calendar: boolean };
  problem?: Html;
};

export function foundPage({ service, address, hasUnipile, settingsUrl, wants, problem }: Found) {
  const { name, signIn, imap, caldavUrl } = service;
  return layout(
    "Connect your account",
    html`
      <form method="post" class="fields" novalidate>
        <input type="hidden" name="address" value="${address}">
        <section class="way answered">
          <span><strong>${address}</strong><br><span class="muted small">${name}, found from the address</span></span>
          <a href="">Change</a>
        </section>
        ${problem ?? null}
        ${hasUnipile && name === "Google" && signInButton("google", "Google")}
        ${signIn ? html`${hasUnipile ? signInButton(signIn, "Microsoft") : html`<p>${name} doesn’t accept passwords from apps. Use another address.</p>`}` : passwordQuestion(service, address)}
        ${!signIn && imap && checkbox("inbox", "Show received email on customers’ profiles", "Only you see it, until you share it.", wants?.inbox)}
        ${!signIn && caldavUrl && checkbox("calendar", "Keep appointments in this account’s calendar", "", wants?.calendar)}
        ${signIn ? null : html`<button class="primary" name="provider" value="found">Connect</button>`}
        <button name="provider" value="manual">Enter server settings</button>
      </form>
      ${back(settingsUrl)}`,
  );
}

function passwordQuestion({ name, appPasswords, first }: MailService, address: string) {
  if (!appPasswords) {
    return html`<h2>Enter the password of this account</h2>
      ${first && html`<p>${first}</p>`}
      ${input({ name: "password", label: "Password", value: "", isFirst: true, type: "password", help: STORED })}`;
  }
  return html`<h2>Paste an app password</h2>
    <p class="muted">${name} asks for a separate password for apps. It takes about a minute.</p>
    <ol>
      <li>Open <a href="${appPasswords.page}" target="_blank" rel="noreferrer">${name}’s app passwords page</a> and sign in as ${address}.</li>
      <li>Create a password with the name “Loupe”.</li>
      <li>Copy it and paste it here.</li>
    </ol>
    ${input({ name: "password", label: "App password", value: "", isFirst: true, help: STORED })}`;
}

const STORED = "It is stored encrypted.";

function signInButton(provider: string, name: string) {
  return html`<button class="primary" name="provider" value="${provider}">Sign in with ${name}</button>`;
}

function checkbox(name: string, label: string, help: string, isChecked = false) {
  return html`<label class="check"><input type="checkbox" name="${name}" value="1"${isChecked ? html` checked` : null}>
    <span>${label}${help && html`<br><span class="muted small">${help}</span>`}</span></label>`;
}

const alert = (what: string | Html) => html`<div class="alert" role="alert">${what}</div>`;

export function failure(
  { name, appPasswords }: MailService,
  { server, kind, answer }: ConnectFailure,
  password: string,
) {
  const isRefused = kind === "credentials";
  const isNormal = appPasswords && password.length !== appPasswords.length;
  const cause = isNormal
    ? `This looks like your normal password: an app password has ${appPasswords.length} characters, this one has ${password.length}. `
    : "";
  const advice = appPasswords
    ? "Create an app password with the steps below, and paste it here."
    : "Check the password and try again.";
  const happened = answer ? `${server} refused the connection.` : `${server} didn’t answer.`;
  return alert(html`<p>${isRefused ? `${name} didn’t accept this password.` : happened}</p>
    <p class="plain">${isRefused ? cause + advice : "Try again in a moment, or enter the server settings."}</p>
    ${answer && html`<p class="plain small">${server} said: <code>${answer.slice(0, MAX_ANSWER)}</code></p>`}`);
}

const MAX_ANSWER = 200;

const back = (settingsUrl: string) => html`<footer><a href="${settingsUrl}">Back to Settings</a></footer>`;

const WITH_SMTP = "A calendar in Loupe; email is sent by the server that runs Loupe";
const WITHOUT_SMTP = "A calendar in Loupe and a test outbox. No email is sent.";

function oneClick(provider: string, name: string, about: string, verb: string, label = `${verb} ${name}`) {
  return html`<section class="way">
    <form method="post">
      <span><strong>${name}</strong><br><span class="muted small">${about}</span></span>
      <button name="provider" value="${provider}" aria-label="${label}">${verb}</button>
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
  return layout("Something went wrong", html`${alert(why)}${toSettings(settingsUrl)}`);
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
