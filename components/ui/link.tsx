"use client";
import { usePathname, useRouter } from "next/navigation";
import { type ComponentProps, type MouseEvent, useCallback } from "react";
import { nextScreen } from "#lib/page-state.ts";
import { useStore } from "./use-store.ts";

type Props = ComponentProps<"a"> & { href: string };

/** Replaces next/link, whose other features cost each first view 3 kB. */
export function Link({ onClick, ...props }: Props) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    navigate(props.href);
  }

  // biome-ignore lint/a11y: the props contain the href and the content, and Enter clicks a link
  return <a {...props} onClick={follow} />;
}

/** In the dashboard, the frame goes there (components/shell/shell.tsx) and shows it. */
export function useNavigate(): (href: string) => void {
  const router = useRouter();
  return useCallback((href) => (nextScreen.isWatched() ? nextScreen.set(href) : router.push(href)), [router]);
}

export function useNextScreen(): string | null {
  return useStore(nextScreen);
}

/** The path of the next screen once its link is pressed, otherwise of this one. */
export function useTarget(): string {
  const here = usePathname();
  return useNextScreen()?.replace(/[?#].*/, "") ?? here;
}

function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download, origin } = event.currentTarget;
  const stays = (target === "" || target === "_self") && download === "" && origin === window.location.origin;
  return !stays || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
