import { growthWords } from "./columns.tsx";

const show = (amount: number) => `$${amount}`;
const words = (now: number | null, before: number | null, salesBefore: number) =>
  growthWords({ now, before, salesBefore }, show);

test.each([
  [150, 100, 5, "+50%"],
  [0, 100, 5, "-100%"],
  [100, 100, 5, "0%"],
  [1100, 100, 5, "over 999%"],
  [5000, 100, 4, "$4900 more"],
  [40, 100, 4, "$60 less"],
  [100, 100, 4, "—"],
  [40, 0, 0, "New"],
  [40, 0, 2, "$40 more"],
  [0, 0, 0, "—"],
  [null, 100, 5, "—"],
  [100, null, 5, "—"],
])("%p after %p from %p sales is %p", (now, before, salesBefore, expected) => {
  expect(words(now, before, salesBefore)).toBe(expected);
});
