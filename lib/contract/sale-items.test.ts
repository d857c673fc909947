import { methodInText, methodName, methodNamed } from "./sale-items.ts";

test.each([
  ["card", "Card"],
  ["visa", "Card"],
  ["Cash", "Check"],
  ["Twint", "Twint"],
])("the method %s is %s with renamed methods", (name, method) => {
  expect(methodNamed({ Card: "Visa", Check: "Cash", Cash: "Bar" }, name)).toBe(method);
});

test("a method of an import may be any text", () => {
  expect(methodName({ Card: "Visa" }, "constructor")).toBe("constructor");
  expect(methodInText({ Card: "Visa" }, "Card")).toBe("Visa");
  expect(methodInText({ Card: "Visa" }, "Cash")).toBe("cash");
});
