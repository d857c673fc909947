import { safeNext } from "./session.ts";

test.each([
  "/dashboard",
  "/dashboard/",
  "/dashboard/contacts?search=anne%20marie&x=//y",
  "/dashboard/contacts/profile/42#sales",
  "/dashboard?new=true",
])("keeps %j", (path) => {
  expect(safeNext(path)).toBe(path);
});

test.each([
  null,
  undefined,
  "",
  "dashboard",
  "/login",
  "/dashboardx",
  "//evil.example/dashboard",
  "/\\evil.example",
  "/dashboard\\..\\..\\evil",
  "\\/dashboard",
  "https://evil.example/dashboard",
  "http://",
  "javascript:alert(1)//dashboard",
  "/dashboard/..//evil.example",
  "/dashboard/../login",
  "/dashboard/%2e%2e/api/auth/signout",
  "/dashboard//evil.example",
  "/dashboard/\n/evil",
  "/dash\tboard",
  "\u0000/dashboard",
  "/dashboard\u0085",
  "/dashboard/a\\b",
  "/dashboard/a\tb",
  "/dashboard?x=\u0000",
  " /dashboard",
  "@evil.example/dashboard",
  `/dashboard/${"x".repeat(2000)}`,
])("sends %j home", (path) => {
  expect(safeNext(path)).toBe("/dashboard");
});
