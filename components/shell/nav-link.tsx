"use client";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { isCurrent } from "./navigation.ts";
import { hasSearch, useSearch } from "./use-search.ts";

/**
 * A link to a screen: says whether it is the current one, takes the shared search along to another list, and
 * fetches the screen when a pointer or the focus comes near (not all of them on every first load).
 */
export function NavLink({ href, ...props }: ComponentProps<typeof Link> & { href: string }) {
  const pathname = usePathname();
  const router = useRouter();
  const [search] = useSearch();
  const target = search && hasSearch(href) ? `${href}?q=${encodeURIComponent(search)}` : href;
  const prefetch = () => router.prefetch(target);
  return (
    <Link
      {...props}
      href={target}
      prefetch={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
      aria-current={isCurrent(href, pathname) ? "page" : undefined}
    />
  );
}
