import { feed } from "./contract/testing-worst-input.ts";
import { readCsv, writeCsv } from "./csv.ts";
import { parseDay } from "./date-input.ts";
import { readDay } from "./dates.ts";
import { mailLink, phoneLink, webLink } from "./links.ts";
import { formatPhone } from "./phone.ts";
import { safeNext } from "./session.ts";
import { capitalize, fold, initials, matches, truncate } from "./text.ts";

const TODAY = { year: 2026, month: 11, day: 22 };

const parsers: Record<string, (text: string) => unknown> = {
  "a typed day": (text) => parseDay(text, TODAY),
  "a host's day": (text) => readDay(text),
  "a phone number": (text) => formatPhone(text, "+1"),
  "a CSV file": readCsv,
  "a list to write": (text) => writeCsv([[text, text]]),
  "the page after sign-in": (text) => safeNext(`/dashboard${text}`),
  "a link": (text) => [mailLink(text), phoneLink(text), webLink(text)],
  "a name": (text) =>
    [initials, capitalize, (name: string) => truncate(name, 190)].map((show) => show(text.slice(-10_000))),
  "a search": (text) => [fold(text), matches(text, text.slice(0, 200))],
};

test.each(Object.keys(parsers))("%s handles any input in time", (name) =>
  feed(parsers[name] as () => unknown),
);
