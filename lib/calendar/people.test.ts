import type { PeopleCalendar } from "#lib/contract/calendar.ts";
import { calendarDay } from "./days.ts";
import {
  closedOn,
  hoursOf,
  hoursText,
  nextFree,
  objection,
  openOn,
  readLook,
  readPeople,
  withMoved,
} from "./people.ts";

const ZONE = "America/New_York";
const DAY = "2026-12-19";
const at = (time: string) => `${DAY}T${time}:00-05:00`;
const ms = (time: string) => Date.parse(at(time));

type Given = PeopleCalendar["people"][number];

function visit(id: string, from: string, to: string, more: object = {}): Given["events"][number] {
  return {
    ...{
      id,
      title: `Ring fitting · ${id}`,
      start: at(from),
      end: at(to),
      isAllDay: false,
      isFree: false,
      held: null,
    },
    booking: {
      ...{ id, status: "CONFIRMED", title: "Ring fitting", contact: { id: null, name: id } },
      ...{ email: "a@example.com", phoneNumber: "", note: "", typeId: "ring" },
      ...{
        minutesBefore: 0,
        minutesAfter: 0,
        allowed: [],
        allowedBy: "",
        isConfirmed: false,
        version: 1,
        ...more,
      },
    },
  };
}

function person(id: string, open: [string, string][], events: Given["events"] = [], more = {}): Given {
  return {
    ...{ id, name: id, isMe: false, isBookable: true, error: "", away: [], events },
    open: open.map(([start, end]) => ({ start: at(start), end: at(end) })),
    ...more,
  };
}

const answer = (...people: Given[]): PeopleCalendar => ({
  timezone: ZONE,
  today: DAY,
  types: [
    { id: "ring", name: "Ring fitting", color: null },
    { id: "repair", name: "Repair", color: 1 },
  ],
  people,
  waiting: 0,
});
const look = (query = "") => readLook(new URLSearchParams(query));
const day = calendarDay(DAY, ZONE);

function only(given: Given) {
  const [read] = readPeople(answer(given), ZONE, look()).people;
  if (!read) throw new Error("nobody");
  return read;
}

test("shows everyone if a named person left", () => {
  const given = answer(
    person("maya", [["09:00", "17:00"]], [visit("Ines", "10:00", "10:30")], { isMe: true }),
    person("jonas", [["09:00", "17:00"]], [visit("Omar", "10:00", "10:30", { typeId: "repair" })]),
    person("bookkeeper", [], [], { isBookable: false }),
  );
  const names = (query: string) =>
    readPeople(given, ZONE, look(query)).people.map(({ id, appointments }) => [
      id,
      ...appointments.map(({ booking }) => booking),
    ]);
  const all = [
    ["maya", "Ines"],
    ["jonas", "Omar"],
  ];
  expect(names("")).toEqual(all);
  expect(names("people=left-last-year")).toEqual(all);
  expect(names("people=me")).toEqual([["maya", "Ines"]]);
  expect(names("people=jonas,bookkeeper")).toEqual([["jonas", "Omar"], ["bookkeeper"]]);
  expect(names("type=repair")).toEqual([["maya"], ["jonas", "Omar"]]);
  expect(readPeople(given, ZONE, look("type=repair")).types).toEqual([
    { id: "ring", name: "Ring fitting", color: "ev-2", count: 1 },
    { id: "repair", name: "Repair", color: "ev-1", count: 1 },
  ]);
});

test("colors bookings by type or person, not other events", () => {
  const busy = { ...visit("x", "12:00", "13:00"), title: "Busy", booking: null };
  const given = answer(person("maya", [["09:00", "17:00"]], [visit("Ines", "10:00", "10:30"), busy]));
  const colors = (query: string) =>
    readPeople(given, ZONE, look(query)).people[0]?.appointments.map(({ of }) => of?.color);
  expect(colors("")).toEqual(["ev-2", "busy"]);
  expect(colors("color=person")).toEqual([expect.stringMatching(/^av-[1-6]$/), "busy"]);
});

test("says why a time is closed: store, person or lunch break", () => {
  const maya = only(
    person("maya", [
      ["09:30", "12:30"],
      ["13:00", "17:30"],
    ]),
  );
  const aiko = only(person("aiko", [["10:00", "15:30"]]));
  const away = only(person("tomás", []));
  const store = hoursOf([maya, aiko, away], day);
  const words = (one: typeof maya) =>
    closedOn(one, day, store).map(({ from, to, label }) => `${from / 60}–${to / 60} ${label}`);
  expect(words(maya)).toEqual(["0–9.5 Closed", "12.5–13 Lunch", "17.5–24 Closed"]);
  expect(words(aiko)).toEqual([
    "0–9.5 Closed",
    "9.5–10 From 10 AM",
    "15.5–17.5 Until 3:30 PM",
    "17.5–24 Closed",
  ]);
  expect(words(away)).toEqual(["0–9.5 Closed", "9.5–17.5 Not in", "17.5–24 Closed"]);
  expect(closedOn(away, day, hoursOf([away], day))).toMatchObject([{ from: 0, to: 1440, label: "Closed" }]);
  expect(hoursText(openOn(maya, day))).toBe("9:30 – 5:30");
});

test("shows time off and closures, and keeps lunch breaks", () => {
  const off = (from: string, to: string, isStores = false) => ({ start: at(from), end: at(to), isStores });
  const column = (open: [string, string][], away: object[]) => only(person("tomas", open, [], { away }));
  const store = { from: 9 * 60, to: 18 * 60 };
  const words = (one: ReturnType<typeof only>, hours: typeof store | null = store) =>
    closedOn(one, day, hours).map(({ from, to, label, kind }) => `${from / 60}–${to / 60} ${label} ${kind}`);
  const inside = (one: ReturnType<typeof only>) => words(one).slice(1, -1);
  expect(inside(column([["13:00", "18:00"]], [off("10:00", "13:00")]))).toEqual([
    "9–13 Time off until 1 PM away",
  ]);
  expect(
    inside(
      column(
        [
          ["10:00", "12:00"],
          ["13:00", "15:30"],
        ],
        [off("15:30", "18:00")],
      ),
    ),
  ).toEqual(["9–10 From 10 AM closed", "12–13 Lunch lunch", "15.5–18 Time off from 3:30 PM away"]);
  expect(
    inside(
      column(
        [
          ["09:00", "10:00"],
          ["16:00", "18:00"],
        ],
        [off("10:00", "16:00")],
      ),
    ),
  ).toEqual(["10–16 Time off away"]);
  expect(inside(column([], [off("09:00", "18:00")]))).toEqual(["9–18 Time off away"]);
  expect(inside(column([["09:00", "12:00"]], [off("12:00", "18:00", true)]))).toEqual([
    "12–18 Closed closed",
  ]);
  expect(words(column([], [off("09:00", "18:00")]), null)).toEqual(["0–24 Time off away"]);
  expect(words(column([], [off("09:00", "18:00", true)]), null)).toEqual(["0–24 Closed closed"]);
});

test("finds the next free half hour, including buffers", () => {
  const maya = only(
    person(
      "maya",
      [["09:00", "12:00"]],
      [visit("Ines", "09:00", "10:00", { minutesAfter: 20 }), visit("Omar", "10:45", "11:30")],
    ),
  );
  const free = (now: string) => nextFree(maya, day, ms(now));
  expect(free("08:00")).toBe(ms("11:30"));
  expect(free("11:25")).toBe(ms("11:30"));
  expect(free("11:31")).toBeNull();
  expect(free("12:00")).toBeUndefined();
  const noShow = only(
    person("maya", [["09:00", "12:00"]], [visit("Ines", "09:00", "12:00", { status: "NO_SHOW" })]),
  );
  expect(nextFree(noShow, day, ms("09:05"))).toBe(ms("09:15"));
});

test("warns about a place before an event is dropped there", () => {
  const maya = only(person("maya", [["09:00", "12:00"]], [visit("Ines", "10:00", "10:30")]));
  const { visit: own } = maya.all[0]?.of ?? {};
  if (!own) throw new Error("no visit");
  const span = (from: string, to: string) => ({ start: ms(from), end: ms(to) });
  expect(objection(maya, span("10:15", "10:45"), own)).toBe("");
  expect(objection(maya, span("10:15", "10:45"), { ...own, id: "Omar" })).toBe("maya has Ines then");
  expect(objection(maya, span("11:45", "12:15"), own)).toBe("outside maya’s hours");
});

test("shows a moved appointment before the host answers", () => {
  const given = answer(
    person("maya", [], [visit("Ines", "10:00", "10:30"), visit("Omar", "11:00", "11:30")]),
    person("jonas", []),
  );
  const moved = withMoved(given, "Ines", { personId: "jonas", start: ms("12:00"), end: ms("13:00") });
  expect(moved.people.map(({ events }) => events.map(({ id }) => id))).toEqual([["Omar"], ["Ines"]]);
  expect(moved.people[1]?.events[0]?.start).toBe(new Date(at("12:00")).toISOString());
  expect(withMoved(given, "Nobody", { personId: "jonas", start: 0, end: 0 })).toBe(given);
});
