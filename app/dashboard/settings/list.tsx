import clsx from "clsx";
import { ChevronLeft } from "lucide-react";
import type { RefObject } from "react";
import { SETTINGS, type Subject } from "#components/shell/settings-pages.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";

export function pageAt(subjects: Subject[], pathname: string) {
  const path = pathname.replace(/\/$/, "");
  return subjects
    .flatMap((subject) => subject.pages.map((page) => ({ subject, page })))
    .filter(({ page: { href } }) => path === href || path.startsWith(`${href}/`))
    .reduce<{ subject?: Subject; page?: Subject["pages"][number] }>(
      (best, one) => (one.page.href.length > (best.page?.href.length ?? 0) ? one : best),
      {},
    );
}

const row = "flex items-center rounded-md hover:bg-accent aria-[current=page]:font-semibold";
const lit = "aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground";

type ListProps = {
  subjects: Subject[];
  current?: Subject | undefined;
  page?: Subject["pages"][number] | undefined;
};

export function SettingsList({ subjects, current, page }: ListProps) {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul className="grid gap-0.5">
        {subjects.map(({ label, icon: Mark, pages }) => {
          const isCurrent = label === current?.label;
          // A page with its subject's name is the subject's own link.
          const others = isCurrent ? pages.filter((one) => one.label !== label) : [];
          return (
            <li key={label}>
              <Link
                href={pages[0]?.href ?? SETTINGS}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  row,
                  "h-9 gap-2.5 px-2.5 font-medium",
                  others.some(({ href }) => href === page?.href) ? "[&_svg]:text-primary" : lit,
                )}
              >
                <Mark size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted-foreground" />
                {label}
              </Link>
              {others.length > 0 && (
                <ul className="my-1 ml-4.5 grid gap-0.5 border-l pl-2">
                  {others.map((one) => (
                    <li key={one.href}>
                      <Link
                        href={one.href}
                        aria-current={one.href === page?.href ? "page" : undefined}
                        className={clsx(row, lit, "h-8 px-2.5 text-[13px] text-muted-foreground")}
                      >
                        {one.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function SettingsIndex({ subjects, opened }: { subjects: Subject[]; opened?: Subject | undefined }) {
  const rows = opened
    ? opened.pages.map(({ href, label }) => ({ href: opens(href), label, line: "", Mark: opened.icon }))
    : subjects.map(({ label, line, icon: Mark, pages: [first, ...more] }) => ({
        href: more.length > 0 ? `${SETTINGS}?subject=${label}` : opens(first?.href ?? SETTINGS),
        label,
        line,
        Mark,
      }));
  return (
    <nav aria-label="Settings" className="-mx-4 md:-mx-6 lg:hidden">
      <ul className="divide-y border-y bg-card">
        {rows.map(({ href, label, line, Mark }) => (
          <li key={label}>
            <Link href={href} className="flex min-h-16 items-center gap-3.5 px-4 hover:bg-accent md:px-6">
              <span className="icon-tile bg-muted">
                <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="font-medium">{label}</span>
                {line && <span className="truncate text-muted-foreground text-sm">{line}</span>}
              </span>
              <Icon is="chevron-right" className="text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const opens = (href: string) => (href === SETTINGS ? `${SETTINGS}?card` : href);

export function WayBack({ to }: { to?: Subject | undefined }) {
  const hasPages = to && to.pages.length > 1;
  return (
    <Link
      href={hasPages ? `${SETTINGS}?subject=${to.label}` : SETTINGS}
      className="-my-2 flex min-h-11 items-center gap-2 justify-self-start font-medium text-primary lg:hidden"
    >
      <ChevronLeft size={16} aria-hidden="true" />
      {hasPages ? to.label : "Settings"}
    </Link>
  );
}

type SearchProps = {
  box: RefObject<HTMLInputElement | null>;
  text: string;
  onChange: (text: string) => void;
  className?: string;
};

export function SettingsSearch({ box, text, onChange, className }: SearchProps) {
  return (
    <search className={clsx("relative block", className)}>
      <Icon is="search" className="field-icon" />
      <input
        ref={box}
        type="search"
        aria-label="Search settings"
        aria-keyshortcuts="/"
        data-shortcut="/"
        placeholder="Search settings"
        value={text}
        maxLength={100}
        onChange={({ target }) => onChange(target.value)}
        className="field px-8.5"
      />
      {!text && (
        <kbd className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 max-lg:hidden">/</kbd>
      )}
    </search>
  );
}
