import { type ComponentProps, type ReactNode, useId } from "react";

type Props = {
  title: string;
  description: ReactNode;
  form?: ComponentProps<"form">;
  children: ReactNode;
};

export function SettingsCard({ title, description, form, children }: Props) {
  const heading = useId();
  const content = (
    <>
      <header>
        <h2 id={heading}>{title}</h2>
        <div className="mt-1 text-muted-foreground text-sm">{description}</div>
      </header>
      <div className="grid max-w-140 gap-4">{children}</div>
    </>
  );
  const grid = "grid gap-x-8 gap-y-4 p-5 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] phone:p-4";
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
