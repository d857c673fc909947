import clsx from "clsx";
import type { ReactNode } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";

type Props = { id: string | null | undefined; look?: string; className?: string; children: ReactNode };

export function ContactLink({ id, look = "hover:underline", className, children }: Props) {
  if (!id) return <span className={className}>{children}</span>;
  return (
    <PrefetchLink href={`/dashboard/contacts/profile/${id}`} className={clsx(className, look)}>
      {children}
    </PrefetchLink>
  );
}
