import { readFilter } from "./screen.tsx";

test.each([
  ["birthday", "birthday"],
  ["unsold", "unsold"],
  ["", ""],
  ["nobody", ""],
  // Every object inherits this key.
  ["constructor", ""],
  ["__proto__", ""],
])("?show=%s selects the filter %j", (value, filter) => expect(readFilter(value)).toBe(filter));
