import { dropDraft, dropDrafts, readDraft, saveDraft } from "./drafts.ts";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());

const note = { values: { content: "Prefers yellow gold" }, version: 3 };

test("keeps drafts separate by user and record", () => {
  saveDraft("amara", "note 1", note);
  expect(readDraft("amara", "note 1")).toMatchObject(note);
  expect(readDraft("ben", "note 1")).toBeNull();
  expect(readDraft("amara", "note 2")).toBeNull();
});

test("removes drafts of all tabs on sign-out", () => {
  saveDraft("amara", "note 1", note);
  const otherTab = { ...sessionStorage };
  dropDrafts();
  expect(Object.keys(sessionStorage)).toEqual([]);
  for (const [key, value] of Object.entries(otherTab)) sessionStorage.setItem(key, String(value));
  expect(readDraft("amara", "note 1")).toBeNull();
});

test("limits the age, size and number of drafts", () => {
  jest.useFakeTimers({ now: 0 });
  saveDraft("amara", "old", note);
  jest.setSystemTime(8 * 24 * 60 * 60 * 1000);
  expect(readDraft("amara", "old")).toBeNull();
  saveDraft("amara", "long", note);
  saveDraft("amara", "long", { values: { content: "x".repeat(300_000) } });
  expect(readDraft("amara", "long")).toBeNull();
  for (let index = 0; index < 30; index++) {
    jest.advanceTimersByTime(1);
    saveDraft("amara", `note ${index}`, note);
  }
  expect(Object.keys(sessionStorage)).toHaveLength(20);
  expect(readDraft("amara", "note 9")).toBeNull();
  expect(readDraft("amara", "note 29")).toMatchObject(note);
});

test.each(["", "{", "null", '{"at":1}', '{"at":1,"values":null}', "[]"])(
  "ignores %j in the storage",
  (stored) => {
    sessionStorage.setItem("draft amara note 1", stored);
    expect(readDraft("amara", "note 1")).toBeNull();
  },
);

test("works without storage in another site's frame", () => {
  const refused = jest.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  saveDraft("visitor", "book ring", note);
  expect(readDraft("visitor", "book ring")).toBeNull();
  dropDraft("visitor", "book ring");
  refused.mockRestore();
});
