import { isImportant } from "./log.mjs";

test.each([
  ['{"event":"ready"}', false, false],
  ['{"event":"request","status":404}', false, false],
  ['{"event":"upkeep failed"}', false, true],
  ['{"event":"error","stack":"TypeError"}', false, true],
  ['{"event":"unavailable"}', false, true],
  ["Ready in 300 ms", false, false],
  ["TypeError: x is not a function", true, true],
])("shows %s (on stderr: %s) on the terminal: %s", (line, isError, shown) => {
  expect(isImportant(line, isError)).toBe(shown);
});
