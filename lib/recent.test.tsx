import { forgetContact, forgetContacts, recentContacts, rememberContact } from "./recent.ts";

const contact = (id: string) => ({ id, name: `Contact ${id}` });
const ids = (me = "ann") => recentContacts(me).map(({ id }) => id);

beforeEach(forgetContacts);

test("lists the last five contacts once each", () => {
  for (const id of ["1", "2", "3", "4", "5", "2", "6"]) rememberContact("ann", contact(id));
  expect(ids()).toEqual(["6", "2", "5", "4", "3"]);
  forgetContact("ann", "5");
  expect(ids()).toEqual(["6", "2", "4", "3"]);
});

test("keeps them for one user until sign-out", () => {
  rememberContact("ann", contact("1"));
  expect(ids("bob")).toEqual([]);
  forgetContacts();
  expect(ids()).toEqual([]);
});

test.each(["no json", '{"me":"ann"}', '{"me":"ann","contacts":[null,{"id":1},"x"]}', "null"])(
  "ignores %s in the storage",
  (stored) => {
    localStorage.setItem("recent-contacts", stored);
    expect(ids()).toEqual([]);
    rememberContact("ann", contact("1"));
    expect(ids()).toEqual(["1"]);
  },
);
