import { worthALook } from "./log.mjs";

test.each([
  ['{"level":"info","msg":"ready"}', false, false],
  ['{"level":"warn","msg":"slow"}', false, true],
  ['{"level":"error","msg":"broken"}', true, true],
  ['{"level":30}', true, false],
  ['{"level":50}', false, true],
  ["Ready in 300 ms", false, false],
  ["TypeError: x is not a function", true, true],
])("%s (on stderr: %s) is shown on the terminal: %s", (line, isError, shown) => {
  expect(worthALook(line, isError)).toBe(shown);
});
