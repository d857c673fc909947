import { SaxesParser } from "saxes";
import { type Budget, BudgetExceeded, createBudget } from "#server/connections/calendar/budget.ts";
import { CALENDAR_STEPS, type CalendarEvent, expand } from "#server/connections/calendar/expand.ts";
import { type BookingEvent, isSameEvent } from "#server/connections/calendar/write-event.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Calendar } from "./provider.ts";

// Runs in a separate thread (reading-worker.ts).

const MAX_CALENDARS = 500;
const MAX_EVENTS = 5_000;
const PROPFIND_STEPS = 400_000;
const MAX_NAME = 200;

export function davCalendars(bytes: Uint8Array, base: string): Calendar[] {
  const items = readMultistatus(bytes, base, createBudget(PROPFIND_STEPS));
  if (items.some(({ status }) => status >= 500)) throw new Error("Part of the answer failed");
  const calendars = items.filter(
    ({ props }) => childrenOf(props.get("resourcetype"), "calendar").length > 0 && holdsEvents(props),
  );
  if (calendars.length > MAX_CALENDARS) throw new BudgetExceeded("There are too many calendars");
  return calendars
    .map(({ url, props }) => ({
      id: url,
      name: (textOf(props, "displayname") || new URL(url).pathname).slice(0, MAX_NAME),
      isPrimary: false,
      isReadOnly: !isWritable(props.get("current-user-privilege-set")),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

export function davHref(bytes: Uint8Array, base: string, property: string): string | null {
  const items = readMultistatus(bytes, base, createBudget(PROPFIND_STEPS));
  const [href] = items.flatMap(({ props }) => childrenOf(props.get(property), "href"));
  return href?.text.trim() ? new URL(href.text.trim(), base).href : null;
}

type DavEvents = { events: CalendarEvent[]; broken: string[] };

/** Throws if any can't be read, because its time would look free. `broken` lists repaired objects. */
export function davEvents(
  bytes: Uint8Array,
  calendarId: string,
  period: { from: Date; to: Date; timezone: string },
): DavEvents {
  const budget = createBudget(CALENDAR_STEPS);
  const broken: string[] = [];
  const events: CalendarEvent[] = [];
  for (const { url, data } of objectsOf(readMultistatus(bytes, calendarId, budget), calendarId)) {
    try {
      for (const event of expand(data, period, { budget, onBroken: () => broken.push(url) }))
        events.push(event);
    } catch (error) {
      if (error instanceof BudgetExceeded) throw error;
      throw new ProviderError("later", `An event in this calendar can't be read: ${url.slice(0, 500)}`);
    }
    if (events.length > MAX_EVENTS) throw new BudgetExceeded("This calendar has too many events");
  }
  return { events, broken };
}

export function davObject(bytes: Uint8Array, calendarId: string, event: BookingEvent | null) {
  const items = readMultistatus(bytes, calendarId, createBudget(CALENDAR_STEPS));
  const [object] = objectsOf(items, calendarId);
  if (!object) return null;
  return { url: object.url, etag: object.etag, isSame: event !== null && isSameEvent(object.data, event) };
}

/** Some servers list the calendar itself and report there that the rest did not fit (507). */
function objectsOf(items: DavItem[], calendarId: string) {
  return items.flatMap(({ url, status, props, missing }) => {
    const refused = isDone(status) ? missing.get("calendar-data") : status;
    const isCalendarItself = withoutSlash(url) === withoutSlash(calendarId);
    const isGone = status === 404 || status === 410;
    if (isGone || (isCalendarItself && isDone(status))) return [];
    if (refused) throw new ProviderError("later", `Part of this calendar can't be read (${refused})`);
    return [{ url, etag: textOf(props, "getetag"), data: props.get("calendar-data")?.text ?? "" }];
  });
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

function textOf(props: DavItem["props"], name: string): string {
  return props.get(name)?.text.trim() ?? "";
}

const WRITING = new Set(["all", "write", "write-content", "bind"]);

function isWritable(privileges: Element | undefined): boolean {
  const granted = childrenOf(privileges, "privilege").flatMap(({ children }) => children);
  return granted.length === 0 || granted.some(({ name }) => WRITING.has(name));
}

function holdsEvents(props: DavItem["props"]): boolean {
  const kinds = childrenOf(props.get("supported-calendar-component-set"), "comp");
  return kinds.length === 0 || kinds.some(({ attributes }) => attributes.name?.toUpperCase() === "VEVENT");
}

export type Element = { name: string; text: string; attributes: Record<string, string>; children: Element[] };

type DavItem = { url: string; status: number; props: Map<string, Element>; missing: Map<string, number> };

const MAX_DEPTH = 50;
const ELEMENT_STEPS = 10;
// Common and harmless in text.
const IN_TEXT = /disallowed character|malformed character entity|undefined entity/;

/** RFC 4918 section 13. Throws on anything else. */
function readMultistatus(bytes: Uint8Array, base: string, budget: Budget): DavItem[] {
  const root = readXml(new TextDecoder().decode(bytes), budget);
  if (root.name !== "multistatus") throw new Error(`Expected a multistatus, got ${root.name.slice(0, 40)}`);
  return childrenOf(root, "response").flatMap((response) => itemsOf(response, base));
}

function itemsOf(response: Element, base: string): DavItem[] {
  const hrefs = childrenOf(response, "href").map(({ text }) => text.trim());
  if (hrefs.length === 0) throw new Error("A response has no href");
  const item = { status: statusOf(response) ?? 200, props: new Map(), missing: new Map() };
  for (const propstat of childrenOf(response, "propstat")) {
    const status = statusOf(propstat) ?? 200;
    for (const prop of childrenOf(propstat, "prop").flatMap(({ children }) => children)) {
      if (isDone(status)) item.props.set(prop.name, prop);
      else item.missing.set(prop.name, status);
    }
  }
  return hrefs.map((href) => ({ ...item, url: new URL(href, base).href }));
}

function statusOf(element: Element): number | null {
  const [status] = childrenOf(element, "status");
  if (!status) return null;
  const [, code] = /^\s*HTTP\/[\d.]+\s+(\d{3})\b/i.exec(status.text.slice(0, 100)) ?? [];
  if (!code) throw new Error("A status can't be read");
  return Number(code);
}

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function readXml(xml: string, budget: Budget): Element {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const document = element("", {});
  const open = [document];
  parser.on("error", (error) => {
    if (!IN_TEXT.test(error.message)) throw error;
  });
  parser.on("doctype", () => {
    throw new Error("Document types are not allowed");
  });
  parser.on("opentag", ({ name, attributes }) => {
    budget.spend(ELEMENT_STEPS + name.length / 10 + Object.keys(attributes).length);
    const found = element(name, attributes);
    open.at(-1)?.children.push(found);
    if (open.push(found) > MAX_DEPTH)
      throw new BudgetExceeded("The calendar server's answer is nested too deeply");
  });
  parser.on("closetag", () => void open.pop());
  const add = (text: string) => {
    const into = open.at(-1);
    if (into && into !== document) into.text += text;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  // Throws if the root is not closed, which means the answer was truncated.
  parser.write(xml).close();
  const [root] = document.children;
  if (!root) throw new Error("The answer is empty");
  return root;
}

function element(name: string, attributes: Record<string, string>): Element {
  return { name: name.slice(name.indexOf(":") + 1).toLowerCase(), text: "", attributes, children: [] };
}
