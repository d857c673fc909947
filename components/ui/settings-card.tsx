import { type ComponentProps, type ReactNode, useId } from "react";

type Props = {
  title: string;
  description: ReactNode;
  action?: ReactNode;
  form?: ComponentProps<"form">;
  children: ReactNode;
};

export function SettingsCard({ title, description, action, form, children }: Props) {
  const heading = useId();
  const content = (
    <>
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={heading}>{title}</h2>
          <div className="mt-1 max-w-140 text-muted-foreground text-sm">{description}</div>
        </div>
        {action}
      </header>
      <div className="grid max-w-140 gap-4">{children}</div>
    </>
  );
  const grid = "grid gap-4 p-5 phone:p-4";
  return (
    <section aria-labelledby={heading} className="card">
      {form ? (
        <form method="post" aria-labelledby={heading} {...form} className={grid}>
          {content}
        </form>
      ) : (
        <div className={grid}>{content}</div>
      )}
    </section>
  );
}
