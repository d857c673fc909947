import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { PrefetchLink } from "./prefetch-link.tsx";
import { ScreenTitle } from "./screen-title.tsx";

type Props = {
  icon: LucideIcon;
  title: string;
  text: string;
  href: string;
  back: string;
  children?: ReactNode;
};

export function EmptyScreen({ icon: Icon, title, text, href, back, children }: Props) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-16 text-center">
      <ScreenTitle>{title}</ScreenTitle>
      <span className="icon-tile mb-2 bg-muted text-muted-foreground">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1>{title}</h1>
      <p className="text-muted-foreground">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {children}
        <PrefetchLink href={href} className={buttonClass()}>
          {back}
        </PrefetchLink>
      </div>
    </div>
  );
}
