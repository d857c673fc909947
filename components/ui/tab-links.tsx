import { useEffect, useRef } from "react";
import { Link, useTarget } from "./link.tsx";

type Props = { label: string; links: readonly { href: string; label: string }[] };

/** Links instead of ARIA tabs, because each leads to its own page. */
export function TabLinks({ label, links }: Props) {
  const path = useTarget().replace(/\/$/, "");
  const within = links.filter(({ href }) => path === href || path.startsWith(`${href}/`));
  const current = within.sort((a, b) => b.href.length - a.href.length)[0]?.href;
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again whenever the path changes
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="relative flex gap-1 overflow-x-auto border-b [scrollbar-width:none] phone:-mx-4 phone:px-4"
    >
      {links.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={current === href ? "page" : undefined}
          className="-mb-px flex h-control items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
