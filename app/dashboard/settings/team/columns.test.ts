import type { Me, Member } from "#lib/contract/users.ts";
import { mayRemove, selfFirst } from "./screen.tsx";

const member = (id: string, role: string): Member => ({
  id,
  firstName: id,
  lastName: "",
  email: "",
  role,
  isPending: false,
});
const me = (role: string): Me => ({ ...member("me", role), isEmailIntegrationComplete: true });

test.each([
  ["OWNER", "other", "USER", true],
  ["OWNER", "other", "ADMIN", true],
  ["ADMIN", "other", "ADMIN", true],
  ["ADMIN", "other", "OWNER", false],
  ["OWNER", "other", "OWNER", false],
  ["OWNER", "me", "OWNER", false],
  ["ADMIN", "me", "ADMIN", false],
  ["USER", "other", "USER", false],
])("%s removes %s, %s: %s", (viewer, id, role, may) => {
  expect(mayRemove(me(viewer), member(id, role))).toBe(may);
});

test("offers no removal before the viewer is known", () => {
  expect(mayRemove(undefined, member("other", "USER"))).toBe(false);
});

test("lists the viewer first, the others in order", () => {
  const members = ["b", "a", "me", "c"].map((id) => member(id, "USER"));
  expect(selfFirst(members, me("USER")).map(({ id }) => id)).toEqual(["me", "b", "a", "c"]);
  expect(selfFirst(members, undefined)).toEqual(members);
});
