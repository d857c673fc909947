import { refuseWeak } from "./password.ts";

const PERSON = { email: "priya.raman@marlow.example", store: "Marlow & Finch" };
const check = (password: string) => {
  try {
    refuseWeak(password, PERSON);
    return "fine";
  } catch (error) {
    return (error as Error).message;
  }
};
const COMMON = "This password is one of the most common ones. Please choose another.";
const KNOWN = "Please choose a password without your email address or your store’s name.";

test.each([
  "Password1!",
  "P@ssw0rd",
  "wELCOME1!",
  "Welcome-1",
  "Qwerty123!",
  "Summer2026!",
  "!Dr4gon99",
  "L3tm31n!!",
  "M0nk3y-2024",
  "1Qaz@Wsx",
  "Company1!",
])("rejects the common password %s, however disguised", (password) => expect(check(password)).toBe(COMMON));

test.each(["PriyaRaman-1", "Pr1y4.R@man!", "Marlow&Finch1", "M4rl0w-Finch!", "Finch-2026!"])(
  "rejects %s, which contains known facts about the person",
  (password) => expect(check(password)).toBe(KNOWN),
);

test.each(["Moonstone-7", "Obsidian-Harbour-3!", "finch on a copper wire 9A", "aA1!aA1!", "xK9#mQ2$vL"])(
  "accepts %s",
  (password) => expect(check(password)).toBe("fine"),
);
