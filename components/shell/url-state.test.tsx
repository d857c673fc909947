import { renderHook } from "@testing-library/react";
import { useUrlState } from "./use-search.ts";

jest.mock("next/navigation", () => ({
  usePathname: () => "/dashboard/contacts",
  useSearchParams: () => new URLSearchParams(window.location.search),
}));

test("sets a value on its own screen only", () => {
  window.history.replaceState(null, "", "/dashboard/contacts?q=ring");
  const [, set] = renderHook(() => useUrlState("new")).result.current;
  set("true");
  expect(window.location.search).toBe("?q=ring&new=true");
  window.history.replaceState(null, "", "/dashboard/sales?new=true");
  set("");
  expect(window.location.pathname + window.location.search).toBe("/dashboard/sales?new=true");
});
