import { visitorForm } from "./bookings.ts";

const form = {
  startsAt: "2026-11-24T15:00:00Z",
  email: "zoe@example.com",
  timezone: "Asia/Tokyo",
  key: "0190b7a0-0000-7000",
};
const nameOf = (name: string) => visitorForm.safeParse({ ...form, name });

test.each([
  ["Zoë\r\nFrost", "Zoë Frost"],
  ["\u0085Zoë \t\u2028 van\u0085der  Berg ", "Zoë van der Berg"],
  ["علی\u200cرضا", "علی\u200cرضا"],
])("joins a visitor's name into one line: %j", (name, kept) => expect(nameOf(name).data?.name).toBe(kept));

test.each(["", " \u00a0 ", "\u200b\u200e", "\u202e \u2066", "\u3164", "\u00ad\ufeff"])(
  "refuses an invisible name: %j",
  (name) => expect(nameOf(name).error?.issues.map(({ message }) => message)).toEqual(["Name is required"]),
);
