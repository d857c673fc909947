import { withEdit } from "./use-act.ts";

const row = { id: "1", name: "old", version: 3 };

test.each([
  [
    { name: "new", version: 3 },
    { id: "1", name: "new", version: 4 },
  ],
  [
    { name: "new", version: undefined },
    { id: "1", name: "new", version: 4 },
  ],
  [{ active: false }, { ...row, active: false }],
  [undefined, row],
])("after %j the row is %j", (body, expected) => expect(withEdit(row, body)).toEqual(expected));

test("sends no version to a host without versions", () => {
  expect(withEdit({ id: "1" }, { version: undefined })).toEqual({ id: "1", version: undefined });
});
