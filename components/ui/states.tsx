import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useDelayed } from "./use-delayed.ts";

type EmptyProps = { text?: string; hint: string; children?: ReactNode };

/** `text`: SPEC.md's by default. */
export function Empty({ text = "No data available", hint, children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      <span className="icon-tile mb-1 bg-muted text-muted-foreground">
        <Icon is="inbox" className="size-4.5" />
      </span>
      <p className="font-semibold">{text}</p>
      <p className="text-muted-foreground">{hint}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  );
}

export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-1 px-4 py-12 text-center">
      <span className="icon-tile mb-1 bg-danger-soft text-danger">
        <Icon is="circle-exclamation-point" className="size-4.5" />
      </span>
      <p className="font-semibold">{text}</p>
      <p className="text-muted-foreground">Nothing was lost. Check the connection and try again.</p>
      <Button className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

const widths = ["w-36", "w-44", "w-28", "w-40", "w-32", "w-48", "w-36", "w-28"];

export function GhostRows() {
  return (
    <div aria-hidden="true">
      {widths.map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change
        <div key={i} className="flex h-(--row-height) items-center gap-4 border-b px-4 last:border-0">
          <span className="size-8 rounded-full bg-muted" />
          <span className={`h-3 rounded-full bg-muted ${width}`} />
          <span className="ml-auto h-3 w-24 rounded-full bg-muted" />
        </div>
      ))}
    </div>
  );
}

export function Loading({ label = "Loading…" }: { label?: string | undefined }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2 py-4 text-muted-foreground text-sm">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  );
}

type PendingProps = {
  read: { error?: Error | undefined; isValidating: boolean; mutate: () => unknown };
  failure?: string | undefined;
  label?: string;
  className?: string;
};

/** Its failure with a retry, or a spinner. With a `className`, the spinner waits a moment in a box of that size. */
export function Pending({ read, failure, label, className }: PendingProps) {
  const { error, isValidating, mutate } = read;
  const slow = useDelayed(true);
  if (error && !isValidating) return <Failed text={failure ?? error.message} onRetry={() => void mutate()} />;
  if (className === undefined) return <Loading label={label} />;
  return <div className={className}>{slow && <Loading label={label} />}</div>;
}
