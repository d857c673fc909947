"use client";
import { usePathname, useRouter } from "next/navigation";
import { type ComponentProps, type MouseEvent, useCallback, useSyncExternalStore } from "react";
import { going } from "#lib/page-state.ts";

type Props = ComponentProps<"a"> & { href: string };

/** Replaces next/link, whose other features cost each first view 3 kB. */
export function Link({ onClick, ...props }: Props) {
  const go = useGo();

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    go(props.href);
  }

  // biome-ignore lint/a11y: the props contain the href and the content, and Enter clicks a link
  return <a {...props} onClick={follow} />;
}

/** In the dashboard, the frame goes there (components/shell/shell.tsx) and shows it. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return useCallback((href) => (going.isWatched() ? going.set(href) : router.push(href)), [router]);
}

export function useGoing(): string | null {
  return useSyncExternalStore(going.subscribe, going.get, going.getOnServer);
}

/** The path of the next screen from the press on, else of this one. */
export function useTarget(): string {
  const here = usePathname();
  return useGoing()?.replace(/[?#].*/, "") ?? here;
}

function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download, origin } = event.currentTarget;
  const stays = (target === "" || target === "_self") && download === "" && origin === window.location.origin;
  return !stays || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
