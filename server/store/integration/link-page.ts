import { readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { connectAs } from "#server/connections/mail/account-change.ts";
import { accountOf, type Connected } from "#server/connections/providers/account.ts";
import { ConnectFailure, type DirectEntry, tryDirect } from "#server/connections/providers/direct.ts";
import { localProvider } from "#server/connections/providers/local.ts";
import { findMailService, type Lookups, realLookups } from "#server/connections/providers/mail-services.ts";
import { hostedLink } from "#server/connections/providers/unipile-account.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { newOneTimeToken, takeOneTimeToken, tokenHolder } from "#server/platform/auth/one-time-tokens.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import type { UserKey } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { HttpError, ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Env, errorResponse } from "#server/platform/http/answers.ts";
import { limitBody, readForm } from "#server/platform/http/body.ts";
import type { Log } from "#server/platform/log.ts";
import { EMPTY, entryOf, FIELDS, readAddress, readDirect, type Values } from "./direct-form.ts";
import { choicePage, expiredPage, failure, foundPage, refusedPage, STYLE_HASH, serversPage } from "./page.ts";

const REFUSED = "Could not connect with these details. Check them and try again.";
const UNREACHED = "The sign-in page can't be reached right now. Try again in a moment.";
const FONT = join(
  import.meta.dirname,
  "../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
);

type Page = { host: Host; log: Log; lookups: Lookups; settingsUrl: string };

type Visit = Page & { c: Context<Env>; owner: UserKey };

export function linkPage(host: Host, log: Log, lookups: Lookups = realLookups(host.providers)): Hono<Env> {
  const app = new Hono<Env>();
  const settingsUrl = `${host.webUrl}/dashboard/settings/integrations`;
  const ownerOf = (token: string) => host.database.system((db) => tokenHolder(db, "page", token));

  app.use((c, next) => {
    c.set("row", "connect");
    c.header("referrer-policy", "no-referrer");
    c.header("content-security-policy", policy(host));
    return next();
  });
  app.onError((error, c) => {
    const { status, message } = errorResponse(error, c, log);
    return c.html(refusedPage(message, settingsUrl), status);
  });

  app.get("/inter.woff2", (c) => {
    c.header("cache-control", "public, max-age=31536000, immutable");
    return c.body(readFileSync(FONT), 200, { "content-type": "font/woff2" });
  });
  app.get("/:token", async (c) => {
    const owner = await ownerOf(c.req.param("token"));
    if (!owner) return c.html(expiredPage(settingsUrl), 404);
    return c.html(choicePage(await choiceOf({ host, log, lookups, settingsUrl, c, owner })));
  });
  app.post("/:token", limitBody, async (c) => {
    const owner = await ownerOf(c.req.param("token"));
    if (!owner) return c.html(expiredPage(settingsUrl), 404);
    return choose({ host, log, lookups, settingsUrl, c, owner }, await readForm(c));
  });
  return app;
}

async function choose(visit: Visit, form: URLSearchParams) {
  const { host, c, owner, settingsUrl } = visit;
  const provider = form.get("provider");
  if (provider === "find" || provider === "found") return byAddress(visit, form, provider === "found");
  if (provider === "manual")
    return c.html(serversPage(settingsUrl, { ...EMPTY, address: form.get("address") ?? "" }));
  if (provider === "direct") return direct(visit, form);
  if (provider === "google" || provider === "microsoft") return signInAtProvider(visit, provider);
  if (provider !== "local") throw new HttpError(400, "Invalid input");
  const [user] = await host.database.read(owner.organizationId, (db) =>
    db.select({ email: users.email }).from(users).where(eq(users.id, owner.userId)),
  );
  const calendars = await localProvider(host, owner).calendars();
  return connect(visit, { provider: "local", address: user?.email ?? "", calendars });
}

async function choiceOf({ host, owner, settingsUrl }: Visit) {
  const { organizationId, userId } = owner;
  const [found] = await host.database.read(organizationId, (db) =>
    db
      .select({ store: organizations.name, address: accounts.address })
      .from(organizations)
      .leftJoin(accounts, and(eq(accounts.organizationId, organizations.id), eq(accounts.userId, userId)))
      .where(eq(organizations.id, organizationId)),
  );
  return {
    store: found?.store ?? "",
    current: found?.address ?? null,
    hasUnipile: host.providers.unipile !== null,
    hasSmtp: host.smtp !== null,
    settingsUrl,
  };
}

async function byAddress(visit: Visit, form: URLSearchParams, hasPassword: boolean) {
  const { c, lookups, settingsUrl } = visit;
  const written = form.get("address") ?? "";
  const choice = await choiceOf(visit);
  const address = readAddress(written);
  if (!address) return c.html(choicePage(choice, { address: written, error: "Invalid email format" }), 422);
  const limited = await limitOf(visit);
  if (limited) return c.html(choicePage(choice, { address, problem: limited }), 429);
  const service = await findMailService(address, lookups);
  if (!service) {
    const problem = `We found no mail servers for ${address}. Enter them here. The help pages of your provider name them.`;
    return c.html(serversPage(settingsUrl, { ...EMPTY, address }, {}, problem), hasPassword ? 422 : 200);
  }
  const wants = { inbox: form.has("inbox"), calendar: form.has("calendar") };
  const page = { service, address, wants, hasUnipile: choice.hasUnipile, settingsUrl };
  // Apps show app passwords in groups.
  const typed = form.get("password") ?? "";
  const password = service.appPasswords ? typed.replace(/\s/g, "") : typed;
  if (!hasPassword || !password || service.signIn) return c.html(foundPage(page), hasPassword ? 422 : 200);
  const entry = entryOf(service, { address, password, wants });
  return connectDirect(visit, entry, (failed) =>
    c.html(foundPage({ ...page, problem: failure(service, failed, password) }), 422),
  );
}

/** Every failure shows the same message, because the servers may be inside the host's network. */
async function direct(visit: Visit, form: URLSearchParams) {
  const { host, c, settingsUrl } = visit;
  const values: Values = { ...EMPTY };
  for (const name of FIELDS) values[name] = form.get(name) ?? (name === "imapPort" ? EMPTY[name] : "");
  const read = readDirect(values, host.providers);
  if ("errors" in read) return c.html(serversPage(settingsUrl, values, read.errors), 422);
  const limited = await limitOf(visit);
  if (limited) return c.html(serversPage(settingsUrl, values, {}, limited), 429);
  return connectDirect(visit, read.entry, () => c.html(serversPage(settingsUrl, values, {}, REFUSED), 422));
}

async function limitOf({ host, c, owner }: Visit): Promise<string | null> {
  const limited = await host.database
    .system((db) => countAttempt(db, "connect", owner.organizationId))
    .catch((error: unknown) => {
      if (error instanceof HttpError) return error;
      throw error;
    });
  if (limited) c.header("retry-after", String(limited.retryAfter));
  return limited?.message ?? null;
}

async function connectDirect(
  visit: Visit,
  entry: DirectEntry,
  refuse: (failed: ConnectFailure) => Response | Promise<Response>,
) {
  const { host, log, owner } = visit;
  const tried = await tryDirect(host.providers, owner.organizationId, entry).catch((error: unknown) => {
    if (error instanceof ConnectFailure) return error;
    throw error;
  });
  if (tried instanceof ConnectFailure) {
    log("connect refused", { why: tried.kind });
    return refuse(tried);
  }
  const calendars = tried.calendars ?? (await localProvider(host, owner).calendars());
  return connect(visit, { provider: "imap", address: entry.address, secrets: tried.secrets, calendars });
}

async function signInAtProvider(visit: Visit, provider: "google" | "microsoft") {
  const { host, log, c, owner, settingsUrl } = visit;
  const { unipile } = host.providers;
  if (!unipile) throw new HttpError(400, "Invalid input");
  const [account, name] = await host.database.tenant(owner.organizationId, async (db) => [
    await accountOf(db, owner.userId),
    await newOneTimeToken(db, "notice", owner),
  ]);
  const isBroken = account?.provider === provider && account.error !== null;
  const url = await hostedLink(unipile, {
    provider,
    externalId: isBroken ? account.externalId : null,
    name,
    noticeUrl: `${host.hostUrl}/unipile/notify`,
    doneUrl: `${settingsUrl}?connected=1`,
    failedUrl: settingsUrl,
  }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    log("connect refused", { why: error.message });
    return null;
  });
  if (url) return c.redirect(url, 303);
  return c.html(choicePage(await choiceOf(visit), { problem: UNREACHED }), 503);
}

async function connect({ host, c, owner, settingsUrl }: Visit, account: Omit<Connected, keyof UserKey>) {
  const token = c.req.param("token") ?? "";
  if (!(await host.database.system((db) => takeOneTimeToken(db, "page", token)))) {
    return c.html(expiredPage(settingsUrl), 404);
  }
  await actingAs({ kind: "person", id: owner.userId }, () => connectAs(host, owner, account));
  return c.redirect(`${settingsUrl}?connected=1`, 303);
}

/** `form-action` must also list redirect targets. */
function policy({ webUrl, providers }: Host): string {
  const targets = ["'self'", webUrl, ...(providers.unipile ? ["https:"] : [])].join(" ");
  return `default-src 'none'; style-src '${STYLE_HASH}'; font-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}
