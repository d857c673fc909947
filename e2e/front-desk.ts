import { type APIRequestContext, request as requests } from "@playwright/test";
import { signInByApi } from "./support.ts";

const LENGTHS = [15, 30, 60, 45, 15, 30, 15, 45, 30, 60, 15, 30];
const TYPES = [
  { name: "Ring fitting", color: 3, minutesAfter: 0 },
  { name: "Engagement viewing", color: 4, minutesAfter: 15 },
  { name: "Repair drop-off", color: 2, minutesAfter: 0 },
  { name: "Valuation", color: 1, minutesAfter: 0 },
  { name: "Watch service", color: 5, minutesAfter: 0 },
  { name: "Pick-up", color: 6, minutesAfter: 0 },
];
const CALLERS =
  "Élodie Chidi Zoë Beyza Cooper Hannah Ananya Wren Leila Ivo Greta Marta Sami Anouk Dev Ruth Nils Ines Omar Bea Lotte Farid Juno Eleni Hugo Amina Pavel Tess Yara Milo".split(
    " ",
  );
const PASSWORD = "aA1!aA1!";

function week(from: number, to: number, lunch: number): boolean[][] {
  const day = Array.from({ length: 24 }, (_, hour) => hour >= from && hour < to && hour !== lunch);
  return Array.from({ length: 7 }, () => day);
}

export type Desk = {
  day: string;
  people: { id: string; firstName: string; lastName: string }[];
  owner: Caller;
  at: (time: string) => string;
  close: () => Promise<void>;
};
type Caller = <T>(method: string, path: string, body?: object) => Promise<T>;

function caller(request: APIRequestContext, url: string): Caller {
  return async <T>(method: string, path: string, data?: object) => {
    const answer = await request.fetch(`${url}/api/v1${path}`, { method, headers: { origin: url }, data });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return JSON.parse(text || "null") as T;
  };
}

async function signedIn(url: string, who?: { email: string; password: string }) {
  const request = await requests.newContext();
  await signInByApi(request, url, who);
  return { request, call: caller(request, url) };
}

export async function busyDay(url: string): Promise<Desk> {
  const owner = await signedIn(url);
  const { call } = owner;
  const hours: [number, number, number][] = [
    [9, 18, 12],
    [9, 18, 13],
    [10, 18, 12],
    [13, 18, 0],
    [9, 15, 12],
  ];
  for (const firstName of ["Maya", "Tomás"]) {
    const email = `${firstName === "Maya" ? "maya" : "tomas"}@example.org`;
    const invite = { firstName, lastName: "Lindqvist", email, role: "USER" };
    const { link } = await call<{ link: string }>("POST", "/authentication/inviteUser", invite);
    const token = new URL(link).searchParams.get("token");
    await call("POST", "/authentication/createInvitedUser", { token, password: PASSWORD });
  }
  const people: (Desk["people"][number] & { email: string })[] = await call("GET", "/organization/users");
  for (const [index, { email, lastName }] of people.entries()) {
    const [from, to, lunch] = hours[index] ?? [9, 18, 12];
    const who = { email, password: lastName === "Lindqvist" ? PASSWORD : "Welcome-1" };
    const own = await signedIn(url, who);
    const [calendar] = await own.call<{ id: string }[]>("GET", "/unipile/getCalendars");
    await own.call("POST", "/unipile/setCalendar", {
      calendarId: calendar?.id,
      availability: week(from, to, lunch),
    });
    await own.request.dispose();
  }
  for (const type of TYPES) {
    const rest = { defaultMeetingLength: 30, daysInAdvance: 300 };
    await call("POST", "/appointmentTypes", { ...type, ...rest });
  }
  const types: { id: string; name: string }[] = await call("GET", "/appointmentTypes");
  const { timezone } = await call<{ timezone: string }>("GET", "/users/me");
  const soon = new Date(Date.now() + 14 * 86_400_000);
  soon.setUTCDate(soon.getUTCDate() + ((7 - soon.getUTCDay()) % 7));
  const day = soon.toISOString().slice(0, 10);
  const at = instants(day, timezone);

  let made = 0;
  for (const [index, person] of people.entries()) {
    let minute = (hours[index]?.[0] ?? 9) * 60;
    for (const [turn, minutes] of LENGTHS.entries()) {
      const { name } = TYPES[(turn + index) % TYPES.length] ?? {};
      const firstName = CALLERS[made++ % CALLERS.length];
      const startsAt = at(
        `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`,
      );
      await call("POST", "/bookings", {
        contactId: null,
        caller: {
          name: `${firstName} ${["Frost", "Okafor", "Lind"][made % 3]}`,
          phoneNumber: `+1 415 555 ${String(1000 + made)}`,
          email: made % 4 === 0 ? "" : `caller${made}@example.com`,
        },
        personId: person.id,
        typeId: types.find((type) => type.name === name)?.id,
        title: null,
        minutes,
        startsAt,
        note: "",
        key: `busy-day-${made}`,
        allow: ["HOURS", "OVERLAP"],
      });
      minute += minutes + (turn % 3 === 0 ? 15 : 0) + (name === "Engagement viewing" ? 15 : 0);
      if (minute === 12 * 60 + 15) minute = 13 * 60;
    }
  }
  return { day, people, owner: call, at, close: () => owner.request.dispose() };
}

function instants(day: string, timeZone: string): (time: string) => string {
  return (time) => {
    const wall = Date.parse(`${day}T${time}:00Z`);
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    const offset = Date.parse(`${clock.format(wall).replace(" ", "T")}Z`) - wall;
    return new Date(wall - offset).toISOString();
  };
}
