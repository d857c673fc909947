"use client";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { isCurrent } from "./navigation.ts";
import { NearLink } from "./near-link.tsx";
import { hasSearch, useSearch } from "./use-search.ts";

/** A link to a screen: says whether it is the current one, and takes the shared search along to another list. */
export function NavLink({ href, ...props }: ComponentProps<typeof NearLink> & { href: string }) {
  const pathname = usePathname();
  const [search] = useSearch();
  const separator = href.includes("?") ? "&" : "?";
  const target = search && hasSearch(href) ? `${href}${separator}q=${encodeURIComponent(search)}` : href;
  return <NearLink {...props} href={target} aria-current={isCurrent(href, pathname) ? "page" : undefined} />;
}
