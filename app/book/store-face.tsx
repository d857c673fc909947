import clsx from "clsx";
import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { logoSrc, StoreMark } from "#components/store-mark.tsx";
import { dayNames, inWords, type Week } from "#lib/availability.ts";
import { rangeText } from "#lib/calendar/words.ts";
import type { VisitorFace } from "#lib/contract/brand.ts";
import { brandColors } from "#lib/contract/brand-colors.ts";
import { directionsLink } from "#lib/contract/directions.ts";
import { phoneLink, webLink } from "#lib/links.ts";
import { openText } from "#lib/opening-hours.ts";
import { dayOf } from "#lib/time/days.ts";

type Props = { face: VisitorFace; timezone: string };
type FaceProps = {
  face: VisitorFace | undefined;
  timezone: string;
  nonce: string | undefined;
  band?: string;
  hasFoot?: boolean;
  children: ReactNode;
};

export function StoreFace({
  face,
  timezone,
  nonce,
  band = "rounded-xl",
  hasFoot = true,
  children,
}: FaceProps) {
  if (!face) return children;
  return (
    <>
      <BrandStyle color={face.color} nonce={nonce} />
      <StoreBand face={face} timezone={timezone} className={band} />
      {children}
      {hasFoot && <StoreFoot face={face} timezone={timezone} />}
    </>
  );
}

/** Also colors dialogs, which are outside of the page's frame. */
function BrandStyle({ color, nonce }: { color: string; nonce: string | undefined }) {
  if (!color) return null;
  const css = `:root{${colorsOf(color, "light")}}@media not print{.dark{${colorsOf(color, "dark")}}}`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only colors, which brandColors checks
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}

function colorsOf(color: string, theme: "light" | "dark"): string {
  const { brand, onBrand, ink, solid, onSolid } = brandColors(color, theme);
  const soft = `color-mix(in oklab,${solid} 10%,var(--card))`;
  return `--brand:${brand};--on-brand:${onBrand};--primary:${solid};--primary-hover:${solid};--primary-foreground:${onSolid};--primary-soft:${soft};--primary-soft-foreground:${ink};--link:${ink};--ring:${ink}`;
}

function StoreBand({ face, timezone, className }: Props & { className: string }) {
  const { name, tagline, color, logo, phone } = face;
  return (
    <div
      className={clsx(
        "@container flex min-h-22 items-center gap-4 bg-[var(--brand,var(--primary))] px-6 py-3 text-[var(--on-brand,var(--primary-foreground))] phone:min-h-19 phone:gap-3 phone:rounded-none phone:pr-2 phone:pl-4",
        className,
      )}
    >
      <StoreMark name={name} color={color} src={logoSrc(logo)} className="size-13 phone:size-11" />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-semibold text-[1.25rem] leading-[1.625rem] phone:text-[1.0625rem] phone:leading-[1.375rem]">
          {name}
        </p>
        {(tagline || face.hours) && (
          <p className="phone:text-sm">
            {tagline && <span className="phone:hidden">{tagline}</span>}
            {tagline && face.hours && <span className="@max-2xl:hidden"> · </span>}
            {face.hours && <span className="inline-block @max-2xl:block">{openText(face, timezone)}</span>}
          </p>
        )}
      </div>
      {phone && (
        <a
          href={phoneLink(phone)}
          className="flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-md px-3 font-medium tabular-nums outline-current hover:bg-[color-mix(in_oklab,currentColor_14%,transparent)]"
        >
          <Phone size={16} aria-hidden="true" />
          <span className="phone:sr-only">{phone}</span>
        </a>
      )}
    </div>
  );
}

function StoreFoot({ face, timezone }: Props) {
  const { address, hours, phone, website, exceptions } = face;
  const site = webLink(website);
  return (
    <footer className="@container mt-5 rounded-xl border bg-card px-6 py-5 leading-6 shadow-1 phone:mt-0 phone:grow phone:rounded-none phone:border-x-0 phone:border-b-0 phone:bg-background phone:px-4 phone:shadow-none">
      <div className="mb-4 flex flex-wrap justify-between gap-x-6 gap-y-5 empty:hidden @3xl:gap-x-12 phone:grid">
        {address && (
          <section className="max-w-40 @3xl:w-73 @3xl:max-w-none phone:max-w-none">
            <h2 className="mb-1.5 text-base">Visit us</h2>
            <p className="wrap-anywhere max-w-40 text-balance">{address}</p>
            <p className={LINE}>
              <a target="_top" rel="noreferrer" className="link" href={directionsLink(address)}>
                Get directions
              </a>
            </p>
          </section>
        )}
        {hours && <Hours hours={hours} next={exceptions[0]} today={dayOf(Date.now(), timezone)} />}
        {(phone || site) && (
          <section>
            <h2 className="mb-1.5 text-base">Contact</h2>
            {phone && (
              <p className={LINE}>
                <a className="link wrap-anywhere" href={phoneLink(phone)}>
                  {phone}
                </a>
              </p>
            )}
            {site && (
              <p className={LINE}>
                <a target="_top" rel="noreferrer" className="link wrap-anywhere" href={site}>
                  {website.replace(/^https?:\/\//, "")}
                </a>
              </p>
            )}
          </section>
        )}
      </div>
      <div className="grid gap-x-6 text-sm @3xl:grid-cols-2">
        <Answer question="Find or change my booking">
          The confirmation email has a link to your booking, where you can move or cancel it.
          {phone && ` Can’t find the email? Call ${phone}.`}
        </Answer>
        <Answer question="Privacy">
          {face.name} keeps what you enter here to manage your appointment. Contact the store to see, correct
          or delete your data.
        </Answer>
      </div>
    </footer>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="max-w-[65ch]">
      <summary className="link w-fit cursor-pointer pointer-coarse:min-h-11 pointer-coarse:leading-[2.75rem]">
        {question}
      </summary>
      <p className="wrap-anywhere pb-2 text-muted-foreground">{children}</p>
    </details>
  );
}

const LINE = "flex min-h-6 items-center pointer-coarse:min-h-11";

type HoursProps = { hours: Week; next: VisitorFace["exceptions"][number] | undefined; today: string };

function Hours({ hours, next, today }: HoursProps) {
  const weekday = next?.day === today ? null : new Date(today).getUTCDay();
  return (
    <section className="grow basis-57">
      <h2 className="mb-1.5 text-base">Opening hours</h2>
      <dl className="max-w-125 gap-x-5 tabular-nums @3xl:columns-2 phone:leading-7">
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <Day key={day} name={dayNames[day] ?? ""} isToday={day === weekday}>
            {inWords(hours[day] ?? [])}
          </Day>
        ))}
        {next && (
          <Day name={rangeText(next.day, next.day)} isToday={next.day === today}>
            {inWords(next.hours)}
          </Day>
        )}
      </dl>
    </section>
  );
}

function Day({ name, isToday, children }: { name: string; isToday: boolean; children: string }) {
  return (
    <div className={clsx("flex break-inside-avoid gap-3", isToday && "font-semibold")}>
      <dt className={clsx("w-21 shrink-0", !isToday && "text-muted-foreground")}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
