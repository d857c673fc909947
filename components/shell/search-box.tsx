"use client";
import { Search, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { screens } from "./navigation.ts";
import { useSearch } from "./use-search.ts";

const DEBOUNCE = 300;

export function SearchBox() {
  const pathname = usePathname();
  const [search, setSearch] = useSearch();
  const [text, setText] = useState(search);
  const sent = useRef(search);
  const what = screens.find(
    (screen) => pathname.startsWith(screen.href) && screen.href !== "/dashboard",
  )?.label;

  // Back, a link or "Clear search" changed the URL; what is being typed must not be overwritten by its own echo.
  if (search !== sent.current) {
    sent.current = search;
    setText(search);
  }
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      setSearch(text.trim());
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, setSearch]);

  return (
    <search className="relative w-full md:w-[min(420px,36vw)]">
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
