import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { addressKey, clientAddress, isLoopback } from "#lib/contract/client-address.ts";
import { type Name, row } from "#lib/contract/contract.ts";
import { names, route } from "#lib/contract/routes.ts";
import { admitted } from "./auth/session.ts";
import { automations } from "./automations/automations.ts";
import { appointmentTypes } from "./booking/appointment-types.ts";
import { bookings } from "./booking/bookings.ts";
import { visitor } from "./booking/visitor.ts";
import { contactImport } from "./contacts/contact-import.ts";
import { contacts } from "./contacts/contacts.ts";
import { dashboard } from "./dashboard/dashboard.ts";
import { ping, type Scopes, scopesOf } from "./db/client.ts";
import { isId } from "./db/id.ts";
import { HttpError, notFound } from "./errors.ts";
import type { Call, Handler, Handlers, Host } from "./handler.ts";
import { readJson } from "./http/body.ts";
import { asHttpError, UNEXPECTED } from "./http/errors.ts";
import { once } from "./http/once.ts";
import { openapi } from "./http/openapi.ts";
import { integration } from "./integration/integration.ts";
import { linkPage } from "./integration/link-page.ts";
import { takeNotice } from "./integration/unipile-notice.ts";
import { type Log, traceOf } from "./log.ts";
import { mails } from "./mail/mails.ts";
import { suppressions } from "./mail/suppressions.ts";
import { notes } from "./notes/notes.ts";
import { organization } from "./organization/organization.ts";
import { setup } from "./organization/setup.ts";
import { products } from "./products/products.ts";
import { sales } from "./sales/sales.ts";
import { search } from "./search/search.ts";
import { auth } from "./team/auth.ts";
import { passwords } from "./team/passwords.ts";
import { team } from "./team/team.ts";
import { users } from "./team/users.ts";
import { templates } from "./templates/templates.ts";

export const handlers: Handlers = {
  ...users,
  ...auth,
  ...passwords,
  ...team,
  ...organization,
  ...setup,
  ...contacts,
  ...contactImport,
  ...products,
  ...sales,
  ...notes,
  ...templates,
  ...mails,
  ...suppressions,
  ...automations,
  ...dashboard,
  ...integration,
  ...appointmentTypes,
  ...bookings,
  ...visitor,
  ...search,
  "capabilities.list": () => names.filter((name) => route(name).extra),
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

type Options = Host & { log: Log; proxies?: number };

/** The host's HTTP side: one route per row of the contract, all through `answer`. */
export function createApp(options: Options): Hono {
  const { log, proxies = 0, ...host } = options;
  // Not strict: a trailing slash makes no difference. Routes must then be declared without one.
  const app = new Hono({ strict: false });

  app.use((c, next) =>
    METHODS.includes(c.req.method)
      ? next()
      : respond(c, "none", () => {
          throw new HttpError(405, "This method is not known here");
        }),
  );
  for (const name of fixedPathsFirst()) {
    const path = row(name)
      .path.replace(/\/$/, "")
      .replace(/\{(\w+)\}/g, ":$1");
    app.on(row(name).method, `/api/v1${path}`, (c) => respond(c, name, () => answer(c, name)));
  }
  let document: object | undefined;
  app.get("/api/v1/openapi.json", (c) =>
    respond(c, "openapi", () => {
      document ??= openapi();
      return document;
    }),
  );
  app.get("/health", (c) =>
    respond(c, "health", async () => {
      await ping(host.database);
      return { ok: true };
    }),
  );
  app.post("/unipile/notify", (c) => respond(c, "notice", () => takeNotice(host, c.req.raw, addressOf(c))));
  app.route("/connect", linkPage(host, log));
  app.notFound((c) =>
    respond(c, "none", () => {
      throw new HttpError(404, "There is nothing at this address");
    }),
  );
  return app;

  /** Authorise, parse, handle. */
  async function answer<N extends Name>(c: Context, name: N): Promise<unknown> {
    const user = await admitted(host.database, name, c.req.header("authorization"));
    const handler: Handler<N> = handlers[name];
    const entry = row(name);
    const params = c.req.param();
    // What is no id belongs to no record.
    if (params.id !== undefined && !isId(params.id)) throw notFound();
    const query = entry.query && z.parse(entry.query, withoutEmpty(c.req.query()));
    const body = entry.body && z.parse(entry.body, await readJson(c.req.raw));
    // What the row's own schemas have parsed is what its handler is typed by.
    const run = (signed: object = {}) => {
      const call: object = { host, params, query, body, address: addressOf(c), ...signed };
      return handler(call as Call<N>);
    };
    if (!user) return run();
    const handle = (scopes: Scopes) => run({ user, ...scopes });
    const scopes = scopesOf(host.database, user.organizationId);
    const key = entry.once ? c.req.header("idempotency-key") : undefined;
    if (key === undefined) return handle(scopes);
    return once(scopes, { user, name, key, asked: { params, body } }, handle);
  }

  function addressOf(c: Context): string {
    const peer = getConnInfo(c).remote.address ?? "";
    // Who connects from this machine is the web app beside us, which tells whom it serves.
    const hops = isLoopback(peer) ? Math.max(1, proxies) : proxies;
    return addressKey(clientAddress(peer, c.req.header("x-forwarded-for"), hops));
  }

  /** Turns a result or an error into the response and its one log line. */
  async function respond(c: Context, name: string, work: () => unknown): Promise<Response> {
    const started = performance.now();
    const sent = c.req.header("x-request-id") ?? "";
    const id = /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
    c.header("x-request-id", id);
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    const response = await Promise.resolve()
      .then(work)
      .then((result) => c.json(result ?? {}))
      .catch((error) => failure(c, id, name, error));
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log("request", { id, method: c.req.method, row: name, status: response.status, ms });
    return response;
  }

  function failure(c: Context, id: string, name: string, error: unknown): Response {
    const known = asHttpError(error);
    if (!known) log("error", { id, ...traceOf(error) });
    if (known && known.status > 501) {
      const cause = error instanceof Error && error.cause ? traceOf(error.cause) : {};
      log("unavailable", { id, why: known.message, ...cause });
    }
    if (known?.retryAfter) c.header("retry-after", String(known.retryAfter));
    const status = known?.status ?? 500;
    const shape = known?.conflict && row(name as Name)?.conflict;
    const conflict = shape ? shape.safeParse(JSON.parse(JSON.stringify(known.conflict))).data : undefined;
    return c.json({ ...conflict, status, message: known?.message ?? UNEXPECTED }, status as 400);
  }
}

/** /contacts/basic is no contact called "basic". */
function fixedPathsFirst(): Name[] {
  const params = (name: Name) => row(name).path.split("{").length;
  return names.toSorted((a, b) => params(a) - params(b));
}

function withoutEmpty(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}
