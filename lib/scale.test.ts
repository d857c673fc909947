import { DOLLARS, moneyOf } from "./contract/money.ts";
import { axisScale } from "./scale.ts";

test.each([
  [5052, 6000, ["$6k", "$4k", "$2k", "$0"]],
  [0, 3, ["$3", "$2", "$1", "$0"]],
  [6000, 6000, ["$6k", "$4k", "$2k", "$0"]],
  [740, 750, ["$750", "$500", "$250", "$0"]],
  [1_234_567, 1_500_000, ["$1500k", "$1000k", "$500k", "$0"]],
])("ends the scale for %i at %i", (highest, top, labels) => {
  const scale = axisScale(highest, moneyOf(DOLLARS));
  expect(scale.top).toBe(top);
  expect(scale.ticks.map((tick) => tick.label)).toEqual(labels);
});
