import { readFilter } from "./page.tsx";

test.each([
  ["birthday", "birthday"],
  ["unsold", "unsold"],
  ["", ""],
  ["nobody", ""],
  // What every object has is no filter.
  ["constructor", ""],
  ["__proto__", ""],
])("?show=%s is the filter %j", (value, filter) => expect(readFilter(value)).toBe(filter));
