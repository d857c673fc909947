import { newId } from "#server/platform/db/id.ts";
import { asked, mayasDay, NINE, NOON, type Plan } from "#server/testing/away.ts";
import { ELEVEN, TEN, TUESDAY } from "#server/testing/booking.ts";
import { frontDeskTests, type Made } from "#server/testing/front-desk.ts";
import { place, spanOfBooking } from "./book.ts";
import { changeTime, wantedFor } from "./change.ts";

const host = frontDeskTests();
const { setRules, create } = host;

const shown = ({ rows }: Plan) =>
  rows.map(({ name, act, to, tell }) => [name, act, to?.startsAt ?? null, tell].join(" "));

test("proposes who takes a day's appointments", async () => {
  const { store, plan, priya } = await mayasDay(host);
  await create(store, { personId: priya.id, startsAt: NOON });
  const proposed = await plan({ line: "We are sorry." });
  expect(shown(proposed)).toEqual([
    `Dora Quill MOVE ${NINE} EMAIL`,
    `Nora Berg MOVE ${TEN} CALL`,
    `Dora Quill MOVE ${ELEVEN} EMAIL`,
  ]);
  expect(proposed.colleagues).toEqual(
    ["Ada", "Jonas", "Priya", "Tomas"].map((name) => ({
      ...{ id: expect.any(String), name: `${name} Frost`, reason: null },
    })),
  );
  const [first] = proposed.rows;
  expect(first?.message?.subject).toBe("Changed: Ring fitting on Tue, Nov 3");
  expect(first?.message?.text).toContain("Ada will see you at Marlow & Finch. The time stays the same.");
  expect(first?.message?.text).toContain("We are sorry.");
  expect(first?.message?.text).toContain("With:  Ada\n");
  expect(first?.message?.text).not.toContain("/book/manage/");
  expect(first?.choices.map(({ startsAt }) => startsAt)).toContain("2026-11-04T14:00:00.000Z");
});

test("moves and undoes everything in one step", async () => {
  const { store, maya, plan, wanted, set, state, undo } = await mayasDay(host);
  const before = await state();
  const proposed = await plan();
  const answer = await set({ rows: wanted(proposed), line: "We are sorry." });
  expect(answer).toMatchObject({ status: 200, body: { moved: 3, cancelled: 0, emails: 2, tasks: 1 } });
  const { booking } = answer.body as Made;
  const rows = await store.rows();
  expect(rows.filter(({ userId }) => userId === maya.id)).toEqual([]);
  const leaves = new Date(host.clock.now + 10_000);
  expect(rows.map(({ calendarDueAt, undoUntil }) => [calendarDueAt, undoUntil])).toEqual(
    rows.map(() => [leaves, leaves]),
  );
  const moved = (await store.mails()).filter(
    ({ subject, state: is }) => subject?.startsWith("Changed") && is === "queued",
  );
  expect(moved.map(({ dueAt, text }) => [dueAt, text?.includes("We are sorry.")])).toEqual([
    [leaves, true],
    [leaves, true],
  ]);
  const { body: tasks } = await host.call("tasks.list", store.owner);
  expect(tasks).toMatchObject([
    { kind: "CALL", person: null, what: expect.stringMatching(/^Call Nora Berg: moved to \w+, Tuesday/) },
  ]);
  const exceptions = await host.call("people.hours", maya, { params: { id: maya.id } });
  expect(exceptions.body).toMatchObject({
    exceptions: [{ from: TUESDAY, to: TUESDAY, hours: null, toMove: [] }],
  });

  host.clock.now += 5_000;
  const held = { params: { id: booking.id }, body: { version: booking.version } };
  expect((await host.call("bookings.hold", maya, held)).body).toEqual({ left: 10_000 });
  host.clock.now += 9_000;
  expect((await undo(booking)).status).toBe(200);
  expect(await state()).toEqual(before);
  expect((await undo(booking)).status).toBe(409);
});

test("undoes moves and cancellations days later, with new emails", async () => {
  const { store, maya, plan, wanted, set, undo, jonas } = await mayasDay(host);
  expect((await plan()).earlier).toBeNull();
  const proposed = await plan();
  const rows = wanted(proposed).map((row, i) =>
    i === 0 ? { id: row.id, version: row.version, act: "CANCEL" } : row,
  );
  await set({ rows });
  host.clock.now += 3_600_000;
  const { earlier } = await plan();
  expect(earlier).toMatchObject({ moved: 2, cancelled: 1, emails: 2 });
  const before = (await store.mails()).map(({ id }) => id);
  const { booking } = earlier as NonNullable<Plan["earlier"]>;
  expect((await undo(booking, jonas)).status).toBe(403);
  expect(await undo(booking)).toMatchObject({ status: 200, body: { stayed: 0 } });
  const now = await store.rows();
  expect(now.map(({ status, userId }) => [status, userId])).toEqual(Array(3).fill(["CONFIRMED", maya.id]));
  expect(now.map(({ startsAt }) => startsAt.toISOString()).sort()).toEqual([NINE, TEN, ELEVEN]);
  const added = (await store.mails()).filter(({ id, kind }) => !before.includes(id) && kind === "booking");
  expect(added.map(({ subject }) => subject).sort()).toEqual([
    "Changed: Ring fitting on Tue, Nov 3",
    "Confirmed: Ring fitting on Tue, Nov 3",
  ]);
  expect((await host.call("tasks.list", store.owner)).body).toEqual([]);
  expect((await plan()).earlier).toBeNull();
  expect((await plan()).rows).toHaveLength(3);
});

test.each(["moved", "cancelled"])("keeps the late undo if the first appointment is %s again", async (how) => {
  const { store, maya, plan, wanted, set, undo } = await mayasDay(host);
  const answer = await set({ tell: false, rows: wanted(await plan()) });
  const lead = (answer.body as Made).booking;
  host.clock.now += 60_000;
  const body = { version: lead.version, startsAt: "2026-11-04T14:00:00.000Z", allow: ["HOURS"] };
  const params = { id: lead.id };
  const changed =
    how === "moved"
      ? await host.call("bookings.move", store.owner, { params, body })
      : await host.call("bookings.cancel", store.owner, { params });
  expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
  const { earlier } = await plan();
  expect(earlier).toMatchObject({ moved: 3 });
  const { booking } = earlier as NonNullable<Plan["earlier"]>;
  expect(await undo(booking)).toMatchObject({ status: 200, body: { stayed: 1 } });
  const back = (await store.rows()).filter(({ userId }) => userId === maya.id);
  expect(back.map(({ startsAt }) => startsAt.toISOString()).sort()).toEqual([TEN, ELEVEN]);
});

test.each([0, 1])(
  "keeps an absence's undo when its lead appointment and another one (%i) move at once",
  async (at) => {
    const { store, maya, plan, wanted, set, undo } = await mayasDay(host);
    const answer = await set({ tell: false, rows: wanted(await plan()) });
    const leadId = (answer.body as Made).booking.id;
    host.clock.now += 60_000;
    const rows = await store.rows();
    const lead = rows.filter(({ id }) => id === leadId);
    const other = rows.filter(({ id }) => id !== leadId).slice(at, at + 1);
    const running = await host.host();
    const moves = [...lead, ...other].map((booking, i) => {
      const startsAt = new Date(`2026-11-04T1${4 + 2 * i}:00:00.000Z`);
      const time = spanOfBooking(startsAt, wantedFor(booking, null));
      return place(running, store.id, (db) => changeTime(db, running, booking, time));
    });
    expect(await Promise.all(moves)).toEqual([expect.anything(), expect.anything()]);
    const { booking } = (await plan()).earlier as NonNullable<Plan["earlier"]>;
    expect(await undo(booking)).toMatchObject({ status: 200, body: { stayed: 2 } });
    expect((await store.rows()).filter(({ userId }) => userId === maya.id)).toHaveLength(1);
  },
);

test("leaves an appointment that changed or whose time is taken", async () => {
  const { store, maya, plan, wanted, set, undo } = await mayasDay(host);
  await set({ tell: false, rows: wanted(await plan()) });
  host.clock.now += 60_000;
  const { earlier } = await plan();
  const { booking } = earlier as NonNullable<Plan["earlier"]>;
  const sent = (await store.mails()).filter(({ kind }) => kind === "booking").length;
  expect((await create(store, { personId: maya.id, startsAt: TEN, allow: ["HOURS"] })).status).toBe(200);
  const eleven = (await store.rows()).find(
    ({ startsAt, userId }) => +startsAt === Date.parse(ELEVEN) && userId !== maya.id,
  );
  await host.call("bookings.cancel", store.owner, { params: { id: eleven?.id } });
  const since = (await store.mails()).filter(({ kind }) => kind === "booking").length;
  expect(await undo(booking)).toMatchObject({ status: 200, body: { stayed: 2 } });
  expect((await store.mails()).filter(({ kind }) => kind === "booking")).toHaveLength(since);
  expect(since).toBeGreaterThan(sent);
  const nine = (await store.rows()).find(({ startsAt }) => +startsAt === Date.parse(NINE));
  expect(nine).toMatchObject({ userId: maya.id, status: "CONFIRMED", undo: null });
});

test("asks to call a customer again, and keeps a call that is still needed", async () => {
  const { store, maya, plan, wanted, set, undo } = await mayasDay(host);
  const calls = async () =>
    (await host.call("tasks.list", store.owner)).body as { id: string; what: string }[];
  const move = async () => {
    await set({ rows: wanted(await plan()) });
    host.clock.now += 60_000;
    const { earlier } = await plan();
    return (earlier as NonNullable<Plan["earlier"]>).booking;
  };
  const first = await move();
  const [call] = await calls();
  await host.call("tasks.setDone", store.owner, { params: { id: call?.id }, body: { done: true } });
  expect(await undo(first)).toMatchObject({ status: 200, body: { stayed: 0 } });
  const again = await calls();
  expect(again.map(({ what }) => what)).toEqual([expect.stringMatching(/^Call Nora Berg: .* after all$/)]);

  await host.call("tasks.setDone", store.owner, { params: { id: again[0]?.id }, body: { done: true } });
  const second = await move();
  await create(store, { personId: maya.id, startsAt: TEN, allow: ["HOURS"] });
  expect(await undo(second)).toMatchObject({ status: 200, body: { stayed: 1 } });
  expect((await calls()).map(({ what }) => what)).toEqual([expect.stringMatching(/^Call Nora Berg: moved/)]);
});

test("cancels everything, and undoes that", async () => {
  const { store, plan, wanted, set, state, undo } = await mayasDay(host);
  const before = await state();
  const proposed = await plan({ how: "CANCEL" });
  expect(proposed.rows[0]?.message?.subject).toBe("Cancelled: Ring fitting on Tue, Nov 3");
  const answer = await set({ how: "CANCEL", rows: wanted(proposed) });
  expect(answer.body).toMatchObject({ moved: 0, cancelled: 3, emails: 2, tasks: 1 });
  expect((await store.rows()).map(({ status }) => status)).toEqual(Array(3).fill("CANCELLED"));
  expect((await undo((answer.body as Made).booking)).status).toBe(200);
  expect(await state()).toEqual(before);
});

test("saves without messages, keeps what has no opening", async () => {
  const { store, plan, wanted, set, maya } = await mayasDay(host);
  const alone = await plan({ colleagues: [] });
  expect(shown(alone)).toEqual(["Dora Quill CALL  CALL", "Nora Berg CALL  CALL", "Dora Quill CALL  CALL"]);
  const later = await plan({ how: "OWN" });
  expect(later.rows.map(({ to }) => [to?.personId, to?.startsAt])).toEqual([
    [maya.id, "2026-11-04T14:00:00.000Z"],
    [maya.id, "2026-11-04T15:00:00.000Z"],
    [maya.id, "2026-11-04T16:00:00.000Z"],
  ]);
  const rows = wanted(later).map((row, i) =>
    i === 2 ? { id: row.id, version: row.version, act: "CALL" } : row,
  );
  const sent = (await store.mails()).filter(({ kind }) => kind === "booking").length;
  const answer = await set({ how: "OWN", tell: false, rows }, store.owner);
  expect(answer.body).toMatchObject({ moved: 2, emails: 0, tasks: 1 });
  expect((await store.mails()).filter(({ kind }) => kind === "booking")).toHaveLength(sent);
  expect((await host.call("tasks.list", store.owner)).body).toMatchObject([
    { person: { id: store.owner.id }, what: "Call Dora Quill: no opening, agree on another time" },
  ]);
});

test("refuses everything if a place is taken", async () => {
  const { store, plan, wanted, set, state, jonas } = await mayasDay(host);
  const only = { colleagues: [jonas.id] };
  const proposed = await plan(only);
  await create(store, { personId: jonas.id, startsAt: TEN });
  const before = await state();
  const answer = await set({ ...only, rows: wanted(proposed) });
  expect(answer).toMatchObject({
    status: 409,
    body: { message: "1 opening was just booked. We found a new one." },
  });
  const { plan: next } = answer.body as { plan: Plan };
  expect(next.rows.map(({ to, isChanged }) => [to?.startsAt, isChanged])).toEqual([
    [NINE, false],
    [NOON, true],
    [ELEVEN, false],
  ]);
  expect(await state()).toEqual(before);
  expect((await set({ ...only, rows: wanted(next) })).status).toBe(200);
});

test("refuses when an appointment changed meanwhile", async () => {
  const { store, plan, wanted, set, maya } = await mayasDay(host);
  const proposed = await plan();
  const rows = wanted(proposed);
  const refused = async (changes: object[]) => {
    const answer = await set({ rows: changes });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: "These appointments were just changed. Please check them again." },
    });
  };
  await refused(rows.slice(1));
  await refused(rows.map((row) => ({ ...row, version: row.version + 1 })));
  await create(store, { personId: maya.id, startsAt: NOON });
  await refused(rows);
  expect((await store.rows()).every(({ userId }) => userId === maya.id)).toBe(true);
});

test("repeats a request without a second change", async () => {
  const { store, plan, wanted, set } = await mayasDay(host);
  const body = { rows: wanted(await plan()), key: newId() };
  const both = await Promise.all([set(body), set(body)]);
  const third = await set(body);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect([both[1]?.body, third.body]).toEqual([both[0]?.body, both[0]?.body]);
  expect(((await host.call("tasks.list", store.owner)).body as object[]).length).toBe(1);
  expect((await set({ ...body, tell: false })).status).toBe(422);
});

test("lets only managers move other people's appointments", async () => {
  const { store, maya, jonas, plan, wanted, set, undo } = await mayasDay(host);
  const params = { id: maya.id };
  const refused = {
    status: 403,
    body: { message: "Only the owner and admins can change other people's appointments" },
  };
  expect(await host.call("people.planAway", jonas, { params, body: asked })).toMatchObject(refused);
  const rows = wanted(await plan());
  expect(await set({ rows }, jonas)).toMatchObject(refused);
  const { booking } = (await set({ rows }, store.admin)).body as Made;
  expect(await undo(booking, jonas)).toMatchObject(refused);
  expect((await undo(booking, maya)).status).toBe(200);
});

test("allows chosen short notice, but no overlap", async () => {
  const { store, plan, set, jonas, wanted } = await mayasDay(host);
  await setRules(store, { daysInAdvance: 60, notice: 1440 });
  const proposed = await plan();
  expect(shown(proposed)).toEqual([
    "Dora Quill MOVE 2026-11-03T17:15:00.000Z EMAIL",
    "Nora Berg MOVE 2026-11-03T17:15:00.000Z CALL",
    "Dora Quill MOVE 2026-11-03T17:15:00.000Z EMAIL",
  ]);
  const first = proposed.rows[0];
  const choice = first?.choices.find(({ personId }) => personId === jonas.id);
  expect(choice).toMatchObject({ startsAt: NINE, reasons: ["NOTICE"] });
  const rows = wanted(proposed).map((row, i) =>
    i === 0 ? { ...row, personId: jonas.id, startsAt: NINE, allow: ["NOTICE"] } : row,
  );
  expect((await set({ rows })).status).toBe(200);
  expect((await store.rows()).find(({ id }) => id === first?.id)).toMatchObject({
    ...{ userId: jonas.id, allowed: ["NOTICE"], allowedBy: "Maya Frost", isOverlap: false },
  });
});

test("keeps the day's past hours", async () => {
  const { store, dora, maya, plan, wanted, set } = await mayasDay(host);
  host.clock.now = Date.parse("2026-11-03T15:20:00Z");
  const today = await plan({ when: "REST" });
  expect(shown(today)).toEqual([`Dora Quill MOVE ${ELEVEN} EMAIL`]);
  expect((await set({ when: "REST", rows: wanted(today) })).status).toBe(200);
  const { body } = await host.call("people.hours", maya, { params: { id: maya.id } });
  const hours = (body as { exceptions: { hours: boolean[] }[] }).exceptions[0]?.hours ?? [];
  expect([hours.length, hours.indexOf(true), hours.lastIndexOf(true)]).toEqual([96, 36, 40]);

  const wednesday = "2026-11-04";
  const at = (hour: number) => `${wednesday}T${hour}:00:00.000Z`;
  for (const hour of [14, 20]) await create(store, { personId: maya.id, startsAt: at(hour), caller: dora });
  const morning = Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour < 12);
  const off = { personId: maya.id, from: wednesday, to: wednesday, hours: morning, reason: "" };
  expect((await host.call("people.addException", maya, { body: off })).body).toMatchObject({ toMove: 1 });
  const saved = { from: wednesday, to: wednesday, when: "SAVED" };
  const left = await plan(saved);
  expect(shown(left)).toEqual([`Dora Quill MOVE ${at(20)} EMAIL`]);
  const count = async () =>
    ((await host.call("people.hours", maya, { params: { id: maya.id } })).body as { exceptions: object[] })
      .exceptions.length;
  const before = await count();
  expect((await set({ ...saved, rows: wanted(left) })).status).toBe(200);
  expect(await count()).toBe(before);
});

test("undoes nothing if one appointment was changed", async () => {
  const { store, plan, wanted, set, state, undo } = await mayasDay(host);
  const answer = await set({ rows: wanted(await plan()) });
  const { booking } = answer.body as Made;
  const other = (await store.rows()).find(({ id }) => id !== booking.id);
  await host.call("bookings.cancel", store.owner, { params: { id: other?.id } });
  const before = await state();
  expect((await undo(booking)).status).toBe(409);
  expect(await state()).toEqual(before);
});

test("rejects past days and too large requests", async () => {
  const { maya, plan } = await mayasDay(host);
  const params = { id: maya.id };
  const status = async (changes: object) =>
    (await host.call("people.planAway", maya, { params, body: { ...asked, ...changes } })).status;
  const many = Array.from({ length: 101 }, () => ({ id: newId(), act: "STAY" }));
  expect([
    await status({ from: "2026-11-01", to: "2026-11-01" }),
    await status({ to: "2027-11-03" }),
    await status({ from: "2026-11-05" }),
    await status({ when: "REST" }),
    await status({ rows: many }),
    await status({ colleagues: Array.from({ length: 1000 }, newId) }),
    await status({ line: "x".repeat(501) }),
  ]).toEqual([409, 400, 400, 400, 400, 400, 400]);
  expect((await plan({ from: "2026-11-05", to: "2026-11-06" })).rows).toEqual([]);
});
