import clsx from "clsx";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Link } from "./link.tsx";

type Props = {
  label: string;
  links: readonly { href: string; label: string; count?: number }[];
  look?: keyof typeof looks;
};

/** `pills` are beside a heading, one level below tabs. */
const looks = {
  tabs: {
    nav: "border-b phone:-mx-4 phone:px-4",
    link: "-mb-px h-control border-transparent border-b-2 px-3 text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground",
  },
  pills: {
    nav: "min-w-0 phone:-mx-4 phone:px-4",
    link: "h-8 gap-1.5 rounded-md px-3 text-[13px] text-muted-foreground hover:bg-accent aria-[current=page]:bg-primary-soft aria-[current=page]:font-semibold aria-[current=page]:text-primary-soft-foreground pointer-coarse:h-11",
  },
};

/** Links instead of ARIA tabs, because each leads to its own page. */
export function TabLinks({ label, links, look = "tabs" }: Props) {
  const path = usePathname().replace(/\/$/, "");
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
      className={clsx("relative flex gap-1 overflow-x-auto [scrollbar-width:none]", looks[look].nav)}
    >
      {links.map(({ href, label, count }) => (
        <Link
          key={href}
          href={href}
          aria-current={current === href ? "page" : undefined}
          className={clsx("flex items-center whitespace-nowrap font-medium", looks[look].link)}
        >
          {label}
          {count !== undefined && <span className="font-medium tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
