import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { addressKey, clientAddress, isLoopback } from "#lib/contract/client-address.ts";
import { type KeptFile, type Name, row } from "#lib/contract/contract.ts";
import { extras, names } from "#lib/contract/routes.ts";
import { timeDataWarning } from "#lib/time/data-version.ts";
import { TZ_VERSION } from "#lib/time/zone-data.ts";
import { importSenders } from "#server/data/imports/by-mail.ts";
import { importKeys } from "#server/data/imports/keys.ts";
import { appointmentTypes } from "./booking/appointment-types.ts";
import { away } from "./booking/away.ts";
import { bookings } from "./booking/bookings.ts";
import { feeds } from "./booking/feeds.ts";
import { hours } from "./booking/hours.ts";
import { people } from "./booking/people.ts";
import { visitor } from "./booking/visitor.ts";
import { visitorWaitlist } from "./booking/visitor-waitlist.ts";
import { waitlist } from "./booking/waitlist.ts";
import { letters, writeHandlers } from "./connections/inbox/inbox.ts";
import { mails } from "./connections/mail/mails.ts";
import { suppressions } from "./connections/mail/suppressions.ts";
import { push } from "./connections/push/push.ts";
import { backups } from "./data/backup/backups.ts";
import { held } from "./data/backup/held.ts";
import { limitDemo } from "./data/demo/visitors.ts";
import { exporting } from "./data/export/export.ts";
import { imports } from "./data/imports/imports.ts";
import { savedImports } from "./data/imports/saved.ts";
import { automations } from "./outreach/automations/automations.ts";
import { campaigns } from "./outreach/campaigns/campaigns.ts";
import { savedSegments } from "./outreach/segments/saved.ts";
import { authenticateKey } from "./platform/auth/import-keys.ts";
import { authenticate } from "./platform/auth/session.ts";
import { actingAs } from "./platform/db/actor.ts";
import { ping, type Scopes, scopesOf } from "./platform/db/client.ts";
import { isId } from "./platform/db/id.ts";
import { HttpError, notFound } from "./platform/errors.ts";
import type { Call, Handler, Handlers, Host } from "./platform/handler.ts";
import { type Env, errorResponse, everyRequest } from "./platform/http/answers.ts";
import { limitBody, limitFile, readFile, readJson } from "./platform/http/body.ts";
import { documents } from "./platform/http/docs.ts";
import { fileResponse } from "./platform/http/file-response.ts";
import { withIdempotencyKey } from "./platform/http/idempotency.ts";
import { VERSION } from "./platform/http/version.ts";
import type { Log } from "./platform/log.ts";
import { addresses } from "./records/contacts/addresses.ts";
import { bulk } from "./records/contacts/bulk.ts";
import { consent } from "./records/contacts/consent.ts";
import { contacts } from "./records/contacts/contacts.ts";
import { duplicates } from "./records/contacts/duplicates.ts";
import { erase } from "./records/contacts/erase.ts";
import { everything } from "./records/contacts/everything.ts";
import { merging } from "./records/contacts/merge.ts";
import { segments } from "./records/contacts/segments.ts";
import { tags } from "./records/contacts/tags.ts";
import { dashboard } from "./records/dashboard/dashboard.ts";
import { report } from "./records/dashboard/report.ts";
import { fields } from "./records/fields/fields.ts";
import { files } from "./records/files/files.ts";
import { history } from "./records/journal/history.ts";
import { trash } from "./records/journal/trash.ts";
import { notes } from "./records/notes/notes.ts";
import { products } from "./records/products/products.ts";
import { relations } from "./records/relations/relations.ts";
import { repairs } from "./records/repairs/repairs.ts";
import { invoices } from "./records/sales/invoices.ts";
import { payments } from "./records/sales/payments.ts";
import { receipts } from "./records/sales/receipts.ts";
import { refunds } from "./records/sales/refunds.ts";
import { saleSegments, sales } from "./records/sales/sales.ts";
import { search } from "./records/search/search.ts";
import { greetHandlers } from "./records/tasks/occasions.ts";
import { tasks } from "./records/tasks/tasks.ts";
import { todayHandlers } from "./records/tasks/today.ts";
import { templates } from "./records/templates/templates.ts";
import { timeline } from "./records/timeline/timeline.ts";
import { factors } from "./store/factors/factors.ts";
import { integration } from "./store/integration/integration.ts";
import { linkPage } from "./store/integration/link-page.ts";
import { handleMailNotice, handleNotice, KEY_HEADER } from "./store/integration/notices.ts";
import { brand } from "./store/organization/brand.ts";
import { kindOfStore } from "./store/organization/kind-of-store.ts";
import { organization } from "./store/organization/organization.ts";
import { setup } from "./store/organization/setup.ts";
import { statuses } from "./store/organization/status.ts";
import { auth, passwords } from "./store/team/auth.ts";
import { devices, team } from "./store/team/team.ts";
import { users } from "./store/team/users.ts";

export const handlers: Handlers = {
  ...users,
  ...auth,
  ...passwords,
  ...devices,
  ...factors,
  ...push,
  ...team,
  ...organization,
  ...brand,
  ...setup,
  ...kindOfStore,
  ...contacts,
  ...duplicates,
  ...merging,
  ...segments,
  ...savedSegments,
  ...invoices,
  ...saleSegments,
  ...fields,
  ...tags,
  ...bulk,
  ...consent,
  ...everything,
  ...erase,
  ...exporting,
  ...imports,
  ...savedImports,
  ...importKeys,
  ...importSenders,
  ...products,
  ...sales,
  ...payments,
  ...receipts,
  ...refunds,
  ...notes,
  ...files,
  ...addresses,
  ...relations,
  ...tasks,
  ...repairs,
  ...todayHandlers,
  ...greetHandlers,
  ...templates,
  ...mails,
  ...letters,
  ...writeHandlers,
  ...suppressions,
  ...automations,
  ...campaigns,
  ...dashboard,
  ...report,
  ...integration,
  ...appointmentTypes,
  ...bookings,
  ...people,
  ...hours,
  ...feeds,
  ...away,
  ...waitlist,
  ...visitor,
  ...visitorWaitlist,
  ...search,
  ...trash,
  ...history,
  ...timeline,
  ...held,
  ...backups,
  ...statuses,
  "capabilities.list": () => extras,
};

const FILE = { "content-type": "application/zip", "content-disposition": "attachment" };
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

type Options = Host & { log: Log; proxies?: number; troubles?: () => Promise<string[]> };

export function createApp(options: Options): Hono<Env> {
  const { log, proxies = 0, troubles = async () => [], ...host } = options;
  const addressOf = (c: Context) => rateLimitKey(c, proxies);
  // Ignores trailing slashes. Declare routes without one.
  const app = new Hono<Env>({ strict: false });

  app.use(...everyRequest(log));
  app.onError((error, c) => refuse(c, error, log));
  app.notFound((c) => {
    if (!METHODS.includes(c.req.method)) throw new HttpError(405, "Unknown method");
    throw new HttpError(404, "There is nothing at this address");
  });
  for (const name of fixedPathsFirst()) {
    const { method, path, who, body, streams, file, takesFile } = row(name);
    const pattern = `/api/v1${path.replace(/\/$/, "").replace(/\{(\w+)\}/g, ":$1")}`;
    // Authenticate before reading a body.
    const limits = takesFile ? [limitFile] : body ? [limitBody] : [];
    app.on(method, pattern, admit(name, host, addressOf), ...limits, async (c) => {
      const answered = await answer(c, name, host, addressOf(c));
      if (file) return fileResponse(c, answered as KeptFile, who === "public");
      return streams ? c.body(answered as ReadableStream, 200, FILE) : c.json(answered ?? {});
    });
  }
  app.route("/", documents());
  app.get("/health", named("health"), async (c) => {
    await ping(host.database);
    return c.json({ ok: true });
  });
  // For the process's supervisor. Works without a database.
  app.get("/livez", named("livez"), (c) => c.json({ ok: true, version: VERSION }));
  app.get("/readyz", named("readyz"), async (c) => {
    const found = await troubles();
    const isOk = found.length === 0;
    const warnings = [timeDataWarning(host.clock(), TZ_VERSION)].filter((one) => one !== null);
    return c.json({ ok: isOk, troubles: found, warnings, timeData: TZ_VERSION }, isOk ? 200 : 503);
  });
  app.post("/unipile/notify", named("notice"), limitBody, async (c) => {
    await handleNotice(host, c, addressOf(c));
    return c.json({});
  });
  app.post("/unipile/mail", named("mail notice"), limitBody, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    await handleMailNotice(host, { bytes, key: c.req.header(KEY_HEADER) ?? "", address: addressOf(c) });
    return c.json({});
  });
  app.route("/connect", linkPage(host, log));
  return app;
}

function named(row: string): MiddlewareHandler<Env> {
  return (c, next) => {
    c.set("row", row);
    return next();
  };
}

function admit(name: Name, { database }: Host, addressOf: (c: Context) => string): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set("row", name);
    const authorization = c.req.header("authorization");
    const { who, takesFile: hasFile = false } = row(name);
    if (who === "key") {
      const sent = { authorization, url: c.req.url, address: addressOf(c), hasFile };
      c.set("importKey", await authenticateKey(database, sent));
    } else c.set("user", await authenticate(database, name, authorization));
    await next();
  };
}

async function answer<N extends Name>(
  c: Context<Env>,
  name: N,
  host: Host,
  address: string,
): Promise<unknown> {
  const { user, importKey } = c.var;
  const handler: Handler<N> = handlers[name];
  const entry = row(name);
  const input = inputOf(c, name);
  if (host.isDemo) limitDemo(name, user ?? importKey, c.req.header());
  const json = entry.body && z.parse(entry.body, await readJson(c));
  const body = entry.takesFile ? await readFile(c) : json;
  const run = (signed: object = {}) => {
    const call: object = { host, ...input, address, body, ...signed };
    return handler(call as Call<N>);
  };
  const caller = user ?? importKey;
  if (!caller) return actingAs({ kind: "visitor" }, run);
  const { organizationId } = caller;
  const handle = (scopes: Scopes) => run({ user, importKey, ...scopes });
  const scopes = scopesOf(host.database, organizationId);
  const key = entry.idempotent ? c.req.header("idempotency-key") : undefined;
  return actingAs(user ? { kind: "person", id: user.id } : { kind: "visitor" }, () => {
    if (key === undefined) return handle(scopes);
    const { params } = input;
    // Each import key has idempotency keys of its own.
    const of = importKey
      ? { userId: importKey.userId, row: `${name} ${importKey.id}` }
      : { userId: caller.id, row: name };
    return withIdempotencyKey(scopes, { organizationId, ...of, key, asked: { params, body } }, handle);
  });
}

function inputOf(c: Context<Env>, name: Name) {
  const entry = row(name);
  const params = c.req.param() as Record<string, string>;
  // An invalid id belongs to no record.
  if (params.id !== undefined && !isId(params.id)) throw notFound();
  const query = entry.query && z.parse(entry.query, withoutEmpty(c.req.query()));
  return { params, query, userAgent: c.req.header("user-agent") ?? "" };
}

function rateLimitKey(c: Context, proxies: number): string {
  const peer = getConnInfo(c).remote.address ?? "";
  // A local connection is the web app, which forwards its client's address.
  const hops = isLoopback(peer) ? Math.max(1, proxies) : proxies;
  return addressKey(clientAddress(peer, c.req.header("x-forwarded-for"), hops));
}

function refuse(c: Context<Env>, error: unknown, log: Log): Response {
  const { status, message, conflict, reference } = errorResponse(error, c, log);
  const shape = conflict && row(c.var.row as Name)?.conflict;
  const beside = shape ? shape.safeParse(JSON.parse(JSON.stringify(conflict))).data : undefined;
  return c.json({ ...beside, status, message, reference }, status);
}

/** /contacts/basic isn't a contact called "basic". */
function fixedPathsFirst(): Name[] {
  const params = (name: Name) => row(name).path.split("{").length;
  return names.toSorted((a, b) => params(a) - params(b));
}

function withoutEmpty(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}
