import { randomBytes } from "node:crypto";
import { feed } from "#lib/contract/testing-worst-input.ts";
import { isTimezone } from "#lib/time/zone-data.ts";
import { slugOf } from "#server/booking/appointment-types.ts";
import { isWellFormed } from "#server/connections/calendar/grammar.ts";
import { renderMail } from "#server/connections/mail/content.ts";
import { checkedSchedule } from "#server/outreach/automations/schedule.ts";
import { isId } from "#server/platform/db/id.ts";
import { fold, patternsOf, saleSearch, searchLine, searchText } from "#server/platform/db/search.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { readBookingToken, recordOfToken } from "#server/platform/secrets/tokens.ts";
import { readProviderSettings } from "#server/platform/settings.ts";
import { excerptOf } from "#server/records/search/search.ts";
import { EMPTY, FIELDS, readDirect } from "#server/store/integration/direct-form.ts";
import { KEY } from "./idempotency.ts";

const secret = randomBytes(32);
const settings = readProviderSettings({ NODE_ENV: "test" });

const parsers: Record<string, (text: string) => unknown> = {
  "a calendar's line": (text) =>
    ["", "RDATE:", "RRULE:FREQ=DAILY;BYDAY=", "DTSTART;X="].map((begin) => isWellFormed(begin + text)),
  "a search": patternsOf,
  "what is searched": (text) => [fold(text), searchLine(text), saleSearch(text, text, text)],
  "a search's excerpt": (text) => excerptOf(text, "(ж щ ".repeat(40)),
  "a contact's line": (text) =>
    searchText({ firstName: text, lastName: text, email: text, phoneNumber: text }),
  "an idempotency key": (text) => KEY.test(text),
  "an id": isId,
  "an instant": instantToStore,
  "a timezone": isTimezone,
  "a schedule": checkedSchedule,
  "a name that becomes a link": slugOf,
  "a booking's token": (text) => readBookingToken(secret, text),
  "an unsubscribe token": (text) => recordOfToken(secret, "unsubscribe", text),
  "an account's form": (text) => FIELDS.map((field) => readDirect({ ...EMPTY, [field]: text }, settings)),
  "a template": (text) => renderMail({ subject: text, content: text }, { name: text }),
};

test.each(Object.keys(parsers))("%s finishes quickly with any text", (name) =>
  feed(parsers[name] as () => unknown),
);
