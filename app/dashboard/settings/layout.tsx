"use client";
import clsx from "clsx";
import { usePathname, useSearchParams } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { SETTINGS, useSubjects } from "#components/shell/settings-pages.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { part } from "#components/ui/part.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { pageAt, SettingsIndex, SettingsList, SettingsSearch, WayBack } from "./list.tsx";

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
  useRing(search ? null : card, path);
  // On narrow screens, the list is a page of its own. There, `card` opens the page Account.
  const isIndex = !hasTabs && card === null && path.replace(/\/$/, "") === SETTINGS;
  const { subject, page } = pageAt(subjects, path);
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
            Back to set-up
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

/** How long to wait for a card, and how long to ring it (ms). */
const WAIT = 5000;
const RING = 2000;

function useRing(title: string | null, path: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the path
  useEffect(() => {
    if (!title) return;
    const until = Date.now() + WAIT;
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
      setTimeout(() => delete found.dataset.ring, RING);
    }, 100);
    return () => clearInterval(timer);
  }, [title, path]);
}
