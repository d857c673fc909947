import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";

/** What looks like a link and acts in place looks the same. */
export const warningAction =
  "inline-flex min-h-6 items-center font-semibold underline underline-offset-3 pointer-coarse:min-h-11";

/** A line over a screen about what is wrong, and the way to where it is mended. */
export function Warning({
  href,
  link,
  action,
  children,
}: {
  href?: string | undefined;
  link: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warning-soft px-4 py-2.5 text-warning">
      <TriangleAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere">{children}</span>
      {href && (
        <Link href={href} className={warningAction}>
          {link}
        </Link>
      )}
      {action}
    </p>
  );
}
