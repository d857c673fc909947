import type { Name } from "#lib/contract/contract.ts";

/** Rows that the browser has no business with: next-auth calls them, so that the token never leaves the server. */
export const serverOnly: ReadonlySet<Name> = new Set<Name>(["auth.login", "auth.logout", "auth.demo"]);

/** Rows for people who are not signed in; they carry no token. */
export const open: ReadonlySet<Name> = new Set<Name>([
  "auth.register",
  "auth.registerOwner",
  "auth.forgotPassword",
  "auth.resetPassword",
  "visitor.page",
  "visitor.slots",
  "visitor.book",
  "visitor.booking",
  "visitor.ics",
  "visitor.cancel",
  "visitor.move",
]);
