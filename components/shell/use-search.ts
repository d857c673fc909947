import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { replaceQuery } from "#lib/layers.ts";

export function useUrlState(key: string): [string, (value: string) => void] {
  const pathname = usePathname();
  const params = useSearchParams();
  const set = useCallback(
    (value: string) => {
      if (window.location.pathname === pathname) replaceQuery({ [key]: value });
    },
    [key, pathname],
  );
  return [params.get(key) ?? "", set];
}

export function useSearch(): [string, (value: string) => void] {
  return useUrlState("q");
}

const HIDDEN =
  /^\/dashboard\/?$|^\/dashboard\/(templates\/edit|repairs\/[^/]+|contacts\/profile|settings|setup|appointments|reports|automations\/update|campaigns)(\/|$)/;

/** SPEC.md hides the search box on six kinds of routes. */
export function hasSearch(pathname: string): boolean {
  return !HIDDEN.test(pathname);
}
