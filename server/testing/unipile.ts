import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Unipile } from "#server/connections/providers/unipile-client.ts";

const KEY = "unipile-key";
const WHOLE_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  form: FormData | null;
};
type Answer = { status: number; body?: unknown };

/** Version 1, including its known quirks. */
export async function startUnipile() {
  const asked: Asked[] = [];
  const accounts = new Map<string, Record<string, unknown>>();
  const calendars: Record<string, unknown>[] = [];
  const events = new Map<string, Record<string, unknown>>();
  let created = 0;
  const broken = { answer: null as Answer | null, lost: "", held: Promise.resolve() };

  function answer({ method, path, query, body, form }: Asked): Answer {
    const [, first, id, third, eventId] = path.split("/");
    if (first === "hosted") return hosted(body);
    if (first === "webhooks") return { status: 201, body: { object: "WebhookCreated", webhook_id: "we_1" } };
    if (first === "accounts") {
      const account = accounts.get(id ?? "");
      if (!account) return problem(404, "errors/resource_not_found", "Account not found");
      if (method === "DELETE") accounts.delete(id ?? "");
      return { status: 200, body: method === "DELETE" ? { object: "AccountDeleted" } : account };
    }
    const account = form?.get("account_id") ?? query.get("account_id");
    if (!accounts.has(String(account))) return problem(404, "errors/resource_not_found", "Account not found");
    if (first === "emails") return { status: 201, body: { object: "EmailSent", tracking_id: randomUUID() } };
    if (third !== "events") return paged(calendars, query);
    // Google's calendar ids are addresses, and Unipile fails on unencoded ones.
    if (id?.includes("@")) return { status: 500 };
    if (method === "GET") return paged(listed(query, id), query);
    if (method === "POST") return create(body, id);
    const event = events.get(decodeURIComponent(eventId ?? ""));
    if (!event) return problem(404, "errors/resource_not_found", "Event not found");
    if (method === "DELETE") events.delete(decodeURIComponent(eventId ?? ""));
    else Object.assign(event, body);
    return { status: 200, body: { object: "CalendarEventUpdated" } };
  }

  function hosted(body: Record<string, unknown>): Answer {
    const isTime = /T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(String(body.expiresOn));
    const known = ["GOOGLE", "OUTLOOK", "MAIL"];
    const isKind =
      body.type === "reconnect"
        ? accounts.has(String(body.reconnect_account)) && !("providers" in body)
        : Array.isArray(body.providers) && body.providers.every((one) => known.includes(one));
    if (!isTime || !isKind || !body.api_url)
      return problem(400, "errors/invalid_parameters", "Invalid parameters");
    return { status: 201, body: { object: "HostedAuthURL", url: "https://account.unipile.com/abc" } };
  }

  /** Like Unipile: ignores filters with milliseconds, and returns an unexpanded series at its start. */
  function listed(query: URLSearchParams, calendar = "") {
    const [start, end] = [query.get("start") ?? "", query.get("end") ?? ""];
    const all = [...events.values()].filter(
      (event) =>
        (event.calendar_id ?? calendar) === calendar &&
        (event.is_series !== true || query.get("expand_recurring") !== "true"),
    );
    if (!WHOLE_SECONDS.test(start) || !WHOLE_SECONDS.test(end)) return all;
    return all.filter(
      (event) => momentOf(event.start) < Date.parse(end) && momentOf(event.end) > Date.parse(start),
    );
  }

  function create(body: Record<string, unknown>, calendar = ""): Answer {
    const isAttended = Array.isArray(body.attendees) && body.attendees.length > 0;
    if (!isAttended || "description" in body)
      return problem(400, "errors/invalid_parameters", "Invalid parameters");
    const id = `event_${++created}`;
    events.set(id, { ...body, object: "CalendarEvent", id, calendar_id: calendar });
    return { status: 201, body: { object: "CalendarEventCreated", event_id: id } };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const sent = await sentWith(request);
    const path = url.pathname.replace(/^\/api\/v1/, "");
    const one = { method: request.method ?? "", path, query: url.searchParams, ...sent };
    asked.push(one);
    await broken.held;
    const isKnown = request.headers["x-api-key"] === KEY;
    const refused = isKnown
      ? broken.answer
      : problem(401, "errors/missing_credentials", "Missing credentials");
    const { status, body } = refused ?? answer(one);
    if (one.method === broken.lost) return void response.destroy();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const settings: Unipile = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    key: KEY,
  };

  return {
    settings,
    asked,
    accounts,
    calendars,
    events,
    breakWith: (instead: Answer | null) => {
      broken.answer = instead;
    },
    loseAnswersTo: (method: string) => {
      broken.lost = method;
    },
    holdUntil: (done: Promise<void>) => {
      broken.held = done;
    },
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

export function problem(status: number, type: string, title: string): Answer {
  return { status, body: { type, status, title, detail: title } };
}

function paged(all: unknown[], query: URLSearchParams): Answer {
  const from = Number(query.get("cursor") ?? 0);
  const cursor = from + 2 < all.length ? String(from + 2) : null;
  return { status: 200, body: { object: "List", data: all.slice(from, from + 2), next_cursor: cursor } };
}

function momentOf(moment: unknown): number {
  const { date_time, date } = moment as { date_time?: string; date?: string };
  const text = date_time ?? date ?? "";
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) || !date_time ? text : `${text}Z`);
}

async function sentWith(request: IncomingMessage): Promise<Pick<Asked, "body" | "form">> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) {
    return { body: {}, form: await new Response(bytes, { headers: { "content-type": type } }).formData() };
  }
  return { body: bytes.length > 0 ? JSON.parse(bytes.toString()) : {}, form: null };
}
