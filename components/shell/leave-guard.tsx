import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { choose, DISCARD, type Question } from "#components/ui/confirm.tsx";
import { discardUnsaved, pageState, type UnsavedForm, unsaved } from "#lib/page-state.ts";

/** The forms whose changes the user discarded. They become unsaved again if the navigation fails. */
let discarded: [symbol, UnsavedForm][] = [];

const SAVE = "Save";
const changesTo = (title: string): Question => ({
  title: `Save changes to ${title}?`,
  text: DISCARD.text,
  verb: DISCARD.verb,
  cancel: "Stay",
  other: SAVE,
});

/** Everything that leaves a screen without a link must call this. */
export async function mayLeave(): Promise<boolean> {
  discarded = [...unsaved];
  if (discarded.length === 0) return true;
  const saving = discarded.length === 1 ? discarded[0]?.[1].saving : undefined;
  const answer = await choose(saving ? changesTo(saving.title) : DISCARD);
  if (answer === null) return false;
  if (saving && answer === SAVE) return saving.save();
  discardUnsaved();
  return true;
}

export function LeaveGuard() {
  const router = useRouter();
  const pathname = usePathname();
  useEffect(() => {
    const guards = new AbortController();
    const { signal } = guards;

    function onUnload(event: BeforeUnloadEvent) {
      if (unsaved.size > 0) event.preventDefault();
    }

    function onClick(event: MouseEvent) {
      const target = unsaved.size > 0 ? destinationOf(event) : null;
      if (!target) return;
      event.preventDefault();
      event.stopPropagation();
      mayLeave().then((yes) => yes && router.push(target));
    }

    // Browsers without the Navigation API don't ask on Back.
    function onNavigate(event: NavigateEvent) {
      if (event.navigationType !== "traverse" || !event.cancelable || unsaved.size === 0) return;
      const { key, url } = event.destination;
      const { pathname, search, hash } = new URL(url);
      if (pathname === window.location.pathname) return;
      event.preventDefault();
      mayLeave().then((yes) => {
        if (!yes) return;
        const entries = window.navigation.entries();
        if (entries.find((entry) => entry.key === key)) window.navigation.traverseTo(key);
        else router.push(pathname + search + hash);
      });
    }

    function onNavigationFailed() {
      if (!pageState.get().failedPath) return;
      for (const [mark, form] of discarded) unsaved.set(mark, form);
      discarded = [];
    }

    const unwatch = pageState.subscribe(onNavigationFailed);
    window.addEventListener("beforeunload", onUnload, { signal });
    // Before React and Next handle the click.
    window.addEventListener("click", onClick, { signal, capture: true });
    window.navigation?.addEventListener("navigate", onNavigate, { signal });
    return () => {
      unwatch();
      guards.abort();
    };
  }, [router]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the path
  useEffect(() => {
    discarded = [];
  }, [pathname]);
  return null;
}

/** The address a click leads to, if it leaves the page in this tab. */
function destinationOf(event: MouseEvent): string | null {
  const newTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (newTab || !link || (link.target && link.target !== "_self") || link.origin !== window.location.origin)
    return null;
  const path = link.pathname + link.search;
  return path === window.location.pathname + window.location.search ? null : path + link.hash;
}
