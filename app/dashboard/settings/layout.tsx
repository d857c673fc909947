"use client";
import clsx from "clsx";
import { ChevronLeft } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { SETTINGS, type Subject, useSubjects } from "#components/shell/settings-pages.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Link, useTarget } from "#components/ui/link.tsx";
import { part } from "#components/ui/part.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";

const SettingsResults = part(() => import("./results.tsx"), "SettingsResults");

/** A section 7 host shows SPEC.md's tabs. The elements around `children` stay the same, so typed text stays. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  const subjects = useSubjects();
  const hasTabs = subjects.every(({ pages }) => pages.length === 1);
  const path = usePathname();
  const params = useSearchParams();
  const card = params.get("card");
  const back = params.get("setup");
  const [text, setText] = useState("");
  const search = hasTabs ? "" : text.trim();
  const box = useRef<HTMLInputElement>(null);
  const close = () => setText("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(close, [path, params]);
  useHighlightedCard(search ? null : card, path);
  // On narrow screens, the list is a page of its own. There, `card` opens the page Account.
  const isIndex = !hasTabs && card === null && path.replace(/\/$/, "") === SETTINGS;
  const { subject, page } = pageAt(subjects, useTarget());
  const opened = subjects.find(({ label }) => label === params.get("subject"));

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape" && text) {
      close();
      box.current?.focus();
    } else if (search) moveInResults(event, box.current);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for keys pressed in the search box and on the results
    <div
      onKeyDown={onKeyDown}
      className={hasTabs ? "contents" : "grid items-start gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]"}
    >
      {hasTabs ? (
        <TabLinks
          label="Settings"
          links={subjects.map(({ label, pages }) => ({ label, href: pages[0]?.href ?? SETTINGS }))}
        />
      ) : (
        <div className="grid gap-3 lg:sticky lg:top-20">
          {(!isIndex || opened) && <WayBack to={isIndex ? undefined : subject} />}
          {isIndex && <h1 className="lg:hidden">{opened?.label ?? "Settings"}</h1>}
          <SettingsSearch
            box={box}
            text={text}
            onChange={setText}
            className={clsx((!isIndex || opened) && "max-lg:hidden")}
          />
          <SettingsList subjects={subjects} current={subject} page={page} />
          {isIndex && !search && <SettingsIndex subjects={subjects} opened={opened} />}
        </div>
      )}
      <div className={hasTabs ? "contents" : "min-w-0"}>
        {back && (
          <Link
            href={`/dashboard/setup?step=${encodeURIComponent(back)}`}
            className="link -mt-1 mb-3 inline-flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11"
          >
            <Icon is="arrow-left" />
            Back to setup
          </Link>
        )}
        {search && <SettingsResults text={search} onOpen={close} />}
        <div
          hidden={search !== ""}
          className={
            hasTabs ? "contents" : clsx("flex flex-col gap-5 phone:gap-4", isIndex && "max-lg:hidden")
          }
        >
          {children}
        </div>
      </div>
    </div>
  );
}

function moveInResults(event: KeyboardEvent<HTMLElement>, box: HTMLElement | null) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("section[aria-label=Results] li a")];
  const at = Math.max(links.indexOf(document.activeElement as HTMLElement), 0);
  const isInBox = document.activeElement === box;
  if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp") (at > 1 ? links[at - 1] : box)?.focus();
  else if (event.key === "Enter" && isInBox) links[0]?.click();
  else return;
  event.preventDefault();
}

const WAIT_MS = 5000;
const HIGHLIGHT_MS = 2000;

function useHighlightedCard(title: string | null, path: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the path
  useEffect(() => {
    if (!title) return;
    const until = Date.now() + WAIT_MS;
    const timer = setInterval(() => {
      const headings = [...document.querySelectorAll("#main h1, #main h2")];
      const found = headings
        .find((one) => one.textContent?.trim() === title)
        ?.closest<HTMLElement>("section, .card");
      if (!found && Date.now() < until) return;
      clearInterval(timer);
      if (!found) return;
      found.scrollIntoView({ block: "center" });
      found.dataset.ring = "";
      setTimeout(() => delete found.dataset.ring, HIGHLIGHT_MS);
    }, 100);
    return () => clearInterval(timer);
  }, [title, path]);
}

function pageAt(subjects: Subject[], pathname: string) {
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
const currentRow = "aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-soft-foreground";

type ListProps = {
  subjects: Subject[];
  current?: Subject | undefined;
  page?: Subject["pages"][number] | undefined;
};

function SettingsList({ subjects, current, page }: ListProps) {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul className="grid gap-0.5">
        {subjects.map(({ label, icon: Mark, pages }) => {
          const isCurrent = label === current?.label;
          // The subject's own link leads to the page with its name.
          const others = isCurrent ? pages.filter((one) => one.label !== label) : [];
          return (
            <li key={label}>
              <Link
                href={pages[0]?.href ?? SETTINGS}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  row,
                  "h-9 gap-2.5 px-2.5 font-medium",
                  others.some(({ href }) => href === page?.href) ? "[&_svg]:text-primary" : currentRow,
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
                        className={clsx(row, currentRow, "h-8 px-2.5 text-[0.8125rem] text-muted-foreground")}
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

function SettingsIndex({ subjects, opened }: { subjects: Subject[]; opened?: Subject | undefined }) {
  const rows = opened
    ? opened.pages.map(({ href, label }) => ({ href: linkTo(href), label, line: "", Mark: opened.icon }))
    : subjects.map(({ label, line, icon: Mark, pages: [first, ...more] }) => ({
        href: more.length > 0 ? `${SETTINGS}?subject=${label}` : linkTo(first?.href ?? SETTINGS),
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

const linkTo = (href: string) => (href === SETTINGS ? `${SETTINGS}?card` : href);

function WayBack({ to }: { to?: Subject | undefined }) {
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

function SettingsSearch({ box, text, onChange, className }: SearchProps) {
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
