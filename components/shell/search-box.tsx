"use client";
import { Search, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useLayoutEffect, useState } from "react";
import { screens } from "./navigation.ts";
import { useSearch } from "./use-search.ts";

const DEBOUNCE = 300;

export function SearchBox() {
  const pathname = usePathname();
  const [search, setSearch] = useSearch();
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  const [screen, setScreen] = useState(pathname);
  const what = screens.find(({ href }) => pathname.startsWith(href) && href !== "/dashboard")?.label;

  // Back, a link or "Clear search" changed the URL. What was sent comes back later, in a transition: its echo must
  // not overwrite the keys pressed meanwhile.
  if (search !== seen) {
    setSeen(search);
    if (search !== sent) {
      setSent(search);
      setText(search);
    }
  }
  // What was sent just before the screen changed may not have arrived: the text is sent to this one too.
  if (pathname !== screen) {
    setScreen(pathname);
    setSent(search);
  }
  // In the layout's phase, so that no timer outlives the URL it was to change.
  useLayoutEffect(() => {
    if (text.trim() === sent) return;
    const timer = setTimeout(() => {
      setSent(text.trim());
      setSearch(text.trim());
    }, DEBOUNCE);
    // A link that is followed meanwhile: a URL written while Next is on its way would call the way off. If the link leads
    // to another list, the text is sent there.
    const yieldToLink = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest("a") && clearTimeout(timer);
    window.addEventListener("click", yieldToLink, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("click", yieldToLink, { capture: true });
    };
  }, [text, sent, setSearch]);

  return (
    <search className="relative w-full md:min-w-45 md:shrink md:basis-105">
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted-foreground"
      />
      <input
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        data-shortcut="/"
        placeholder={what ? `Search ${what.toLowerCase()}…` : "Search…"}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setText("")}
        className="field px-8.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => setText("")}
          className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : (
        <kbd className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 phone:hidden">/</kbd>
      )}
    </search>
  );
}
