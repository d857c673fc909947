import clsx from "clsx";
import { Check, FileSpreadsheet } from "lucide-react";
import { type ReactNode, useId } from "react";

type Props = { title: ReactNode; beside?: ReactNode; aside?: boolean; children: ReactNode };

export function Card({ title, beside, aside, children }: Props) {
  const id = useId();
  const Tag = aside ? "aside" : "section";
  return (
    <Tag
      aria-labelledby={id}
      className="min-w-0 rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5">
        <h2 id={id} className="flex min-w-0 flex-1 basis-48 items-center gap-2 break-words">
          {title}
        </h2>
        {beside}
      </header>
      {children}
    </Tag>
  );
}

const steps = ["File", "Columns", "Check", "Import"];

export function FileCard({ name, at, children }: { name: string; at: number; children: ReactNode }) {
  return (
    <Card
      title={
        <>
          <FileSpreadsheet size={16} strokeWidth={1.75} className="shrink-0" />
          <span className="min-w-0 break-all">{name}</span>
        </>
      }
      beside={
        <ol aria-label="Steps" className="flex items-center gap-x-3 gap-y-1 text-sm phone:flex-wrap">
          {steps.map((step, i) => (
            <li
              key={step}
              aria-current={i === at ? "step" : undefined}
              className={clsx(
                "flex items-center gap-2",
                i === at ? "font-semibold" : "text-muted-foreground",
              )}
            >
              <span
                className={clsx(
                  "grid size-5 place-items-center rounded-full text-xs",
                  i < at && "bg-success-soft text-success",
                  i === at && "bg-primary text-primary-foreground",
                  i > at && "border border-border-strong",
                )}
              >
                {i < at ? <Check size={12} /> : i + 1}
              </span>
              {step}
              {i < at && <span className="sr-only">, done</span>}
            </li>
          ))}
        </ol>
      }
    >
      {children}
    </Card>
  );
}

type BarProps = { label: string; done: number; total: number; what: string };

export function Bar({ label, done, total, what }: BarProps) {
  return (
    <div className="grid gap-2.5 p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b className="font-semibold">{label}</b>
        <span role="status" className="text-muted-foreground tabular-nums">
          {what}
        </span>
      </p>
      <progress
        aria-label={label}
        value={done}
        max={total || 1}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-track [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  );
}

export function Figures({ figures }: { figures: { count: number; what: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-4 border-t phone:grid-cols-2 [&>div:first-child]:border-l-0 phone:[&>div:nth-child(3)]:border-l-0">
      {figures.map(({ count, what }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <div key={i} className="flex flex-col-reverse border-l px-4 py-3">
          <dt className="text-muted-foreground text-sm">{what}</dt>
          <dd className="font-semibold text-[1.375rem] tabular-nums leading-7">
            {count.toLocaleString("en-US")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
