/** @jest-environment node */
import { randomBytes } from "node:crypto";
import { feed } from "#lib/contract/testing-worst-input.ts";
import { checkedSchedule } from "./automations/schedule.ts";
import { readBookingToken } from "./booking/link-token.ts";
import { slugOf } from "./booking/slug.ts";
import { isId } from "./db/id.ts";
import { instantToStore } from "./db/instant.ts";
import { fold, patternsOf, saleSearch, searchLine, searchText } from "./db/search.ts";
import { excerptOf } from "./handlers/search.ts";
import { EMPTY, FIELDS, readDirect } from "./link-page/direct-form.ts";
import { renderMail } from "./mail/substitute.ts";
import { mailOfToken } from "./mail/unsubscribe-token.ts";
import { KEY } from "./once.ts";
import { readProviderSettings } from "./providers/settings.ts";
import { isTimezone } from "./timezones.ts";

const secret = randomBytes(32);
const settings = readProviderSettings({ NODE_ENV: "test" });

/** What reads text that came from outside. Schemas and patterns: lib/contract/worst-input.test.ts. */
const parsers: Record<string, (text: string) => unknown> = {
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
  "an unsubscribe token": (text) => mailOfToken(secret, text),
  "an account's form": (text) => FIELDS.map((field) => readDirect({ ...EMPTY, [field]: text }, settings)),
  "a template": (text) => renderMail({ subject: text, content: text }, { name: text }),
};

test.each(Object.keys(parsers))("%s ends, whatever it is", (name) => feed(parsers[name] as () => unknown));
