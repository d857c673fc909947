import { readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { connectAs } from "#server/connections/mail/account-change.ts";
import { accountOf, type Connected, type Holder } from "#server/connections/providers/account.ts";
import { tryDirect } from "#server/connections/providers/direct.ts";
import { localProvider } from "#server/connections/providers/local.ts";
import { hostedLink } from "#server/connections/providers/unipile-account.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import {
  newOneTimeToken,
  type TokenHolder,
  takeOneTimeToken,
  tokenHolder,
} from "#server/platform/auth/one-time-tokens.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { HttpError, ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Env, errorResponse } from "#server/platform/http/answers.ts";
import { limitBody, readForm } from "#server/platform/http/body.ts";
import type { Log } from "#server/platform/log.ts";
import { EMPTY, FIELDS, readDirect } from "./direct-form.ts";
import { choicePage, expiredPage, refusedPage, STYLE_HASH } from "./page.ts";

const REFUSED = "Could not connect with these details. Check them and try again.";
const UNREACHED = "The sign-in page can't be reached right now. Try again in a moment.";
const FONT = join(
  import.meta.dirname,
  "../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
);

export function linkPage(host: Host, log: Log): Hono<Env> {
  const app = new Hono<Env>();
  const settingsUrl = `${host.webUrl}/dashboard/settings/integrations`;

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
    const owner = await ownerOf(c);
    return owner ? c.html(choicePage(await choiceOf(owner))) : c.html(expiredPage(settingsUrl), 404);
  });
  app.post("/:token", limitBody, async (c) => {
    const owner = await ownerOf(c);
    if (!owner) return c.html(expiredPage(settingsUrl), 404);
    const form = await readForm(c);
    const provider = form.get("provider");
    if (provider === "direct") return direct(c, owner, form);
    if (provider === "google" || provider === "microsoft") return signInAtProvider(c, owner, provider);
    if (provider !== "local") throw new HttpError(400, "Invalid input");
    const { organizationId } = owner;
    const [user] = await host.database.read(organizationId, (db) =>
      db.select({ email: users.email }).from(users).where(eq(users.id, owner.userId)),
    );
    const calendars = await localProvider(host, owner).calendars();
    return connect(c, owner, { provider: "local", address: user?.email ?? "", calendars });
  });
  return app;

  function ownerOf(c: Context<Env>): Promise<TokenHolder | null> {
    return host.database.system((db) => tokenHolder(db, "page", c.req.param("token") ?? ""));
  }

  async function choiceOf({ organizationId, userId }: TokenHolder) {
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

  /** Every failure shows the same message. */
  async function direct(c: Context<Env>, owner: TokenHolder, form: URLSearchParams) {
    const { organizationId } = owner;
    const values = { ...EMPTY };
    for (const name of FIELDS) values[name] = form.get(name) ?? (name === "imapPort" ? EMPTY[name] : "");
    const showForm = async (what: object, status: 422 | 429) =>
      c.html(choicePage({ ...(await choiceOf(owner)), values, ...what }), status);

    const read = readDirect(values, host.providers);
    if ("errors" in read) return showForm({ errors: read.errors }, 422);
    const limited = await host.database
      .system((db) => countAttempt(db, "connect", organizationId))
      .catch((error: unknown) => {
        if (error instanceof HttpError) return error;
        throw error;
      });
    if (limited) {
      c.header("retry-after", String(limited.retryAfter));
      return showForm({ problem: limited.message }, 429);
    }
    const tried = await tryDirect(host.providers, organizationId, read.entry).catch((error: unknown) => {
      log("connect refused", { why: error instanceof ProviderError ? error.kind : "unknown" });
      return null;
    });
    if (!tried) return showForm({ problem: REFUSED }, 422);
    const calendars = tried.calendars ?? (await localProvider(host, owner).calendars());
    const { address } = read.entry;
    return connect(c, owner, { provider: "imap", address, secrets: tried.secrets, calendars });
  }

  /** The result arrives at unipile-notice.ts. */
  async function signInAtProvider(c: Context<Env>, owner: TokenHolder, provider: "google" | "microsoft") {
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
    return c.html(choicePage({ ...(await choiceOf(owner)), problem: UNREACHED }), 503);
  }

  async function connect(c: Context<Env>, owner: TokenHolder, account: Omit<Connected, keyof Holder>) {
    const token = c.req.param("token") ?? "";
    if (!(await host.database.system((db) => takeOneTimeToken(db, "page", token)))) {
      return c.html(expiredPage(settingsUrl), 404);
    }
    await actingAs({ kind: "person", id: owner.userId }, () => connectAs(host, owner, account));
    return c.redirect(`${settingsUrl}?connected=1`, 303);
  }
}

/** `form-action` must also list redirect targets. */
function policy({ webUrl, providers }: Host): string {
  const targets = ["'self'", webUrl, ...(providers.unipile ? ["https:"] : [])].join(" ");
  return `default-src 'none'; style-src '${STYLE_HASH}'; font-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}
