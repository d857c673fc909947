import { methodNamed } from "./sale-items.ts";

test.each([
  ["card", "Card"],
  ["visa", "Card"],
  ["Cash", "Check"],
  ["Twint", "Twint"],
])("the method %s is %s with renamed methods", (name, method) => {
  expect(methodNamed({ Card: "Visa", Check: "Cash", Cash: "Bar" }, name)).toBe(method);
});
