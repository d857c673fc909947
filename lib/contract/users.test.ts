import { inviteForm, passwordForm, registerForm, userForm } from "./users.ts";

const firstMessages = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message) ?? [];

test.each([
  ["Aa1!aaa", "Password must be at least 8 characters"],
  ["aaaaaa1!", "Password must contain at least one uppercase letter"],
  ["AAAAAA1!", "Password must contain at least one lowercase letter"],
  ["Aaaaaaa!", "Password must contain at least one number"],
  ["Aaaaaaa1", "Password must contain at least one special character"],
])("password %j: %s", (password, message) => {
  expect(firstMessages(registerForm.safeParse({ password, confirmPassword: password }))).toEqual([message]);
});

test("requires a matching confirmation, with each form's message", () => {
  expect(firstMessages(registerForm.safeParse({ password: "Welcome-1", confirmPassword: "x" }))).toEqual([
    "Passwords don't match",
  ]);
  expect(firstMessages(registerForm.safeParse({ password: "Welcome1", confirmPassword: "x" }))).toEqual([
    "Password must contain at least one special character",
    "Passwords don't match",
  ]);
  const changed = { currentPassword: "old-one", newPassword: "new-one", confirmPassword: "other-1" };
  expect(firstMessages(passwordForm.safeParse(changed))).toEqual(["Passwords do not match"]);
  expect(passwordForm.safeParse({ ...changed, confirmPassword: "new-one" }).success).toBe(true);
});

test.each(["Zoë", "O’Connell", "O'Neil", "Anne-Marie", "St. John", "İbrahim", "María José", "王"])(
  "accepts %s as a name",
  (firstName) => {
    expect(userForm.safeParse({ firstName, lastName: "Doe" }).success).toBe(true);
  },
);

test.each(["R2D2", "a@b", "<b>", "x_y"])("refuses %s as a name", (firstName) => {
  expect(firstMessages(userForm.safeParse({ firstName, lastName: "Doe" }))).toEqual([
    "Please enter a valid name",
  ]);
});

test("refuses white space as a name", () => {
  expect(firstMessages(userForm.safeParse({ firstName: "  ", lastName: "Doe" }))[0]).toBe(
    "First name is required",
  );
});

test("doesn't offer ownership in an invitation", () => {
  const person = { firstName: "A", lastName: "B", email: "a@example.com" };
  expect(inviteForm.safeParse({ ...person, role: "OWNER" }).success).toBe(false);
  expect(inviteForm.safeParse({ ...person, role: "ADMIN" }).success).toBe(true);
});
