import clsx from "clsx";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";

export type StepProps = {
  /** Its title is then announced. */
  isOpened: boolean;
  isDone: boolean;
  /** `saved` marks this step as done. */
  onLeave: (saved: boolean) => Promise<void>;
  onDone: () => Promise<void>;
  onSkip: () => void;
  isLast: boolean;
};

type Props = Omit<StepProps, "onDone"> & {
  title: string;
  hint: string;
  form?: Partial<ComponentProps<"form">>;
  /** The submit button's label; false if there is nothing to save. */
  submit?: string | false;
  saving?: boolean;
  failure?: string | null;
  wide?: boolean;
  children: ReactNode;
};

export function StepFrame(props: Props) {
  const { title, hint, form, submit, saving, failure, wide, children } = props;
  const { isOpened, isDone, isLast, onSkip, onLeave } = props;
  const heading = useId();
  const top = useRef<HTMLHeadingElement>(null);
  // Only when the step appears, so typing keeps the focus.
  const announce = useRef(isOpened);
  useEffect(() => {
    if (announce.current) top.current?.focus();
  }, []);
  return (
    <form
      noValidate
      method="post"
      aria-labelledby={heading}
      onSubmit={(event) => event.preventDefault()}
      {...form}
      className="contents"
    >
      <div className="min-w-0 p-6 phone:p-4">
        <header>
          <h2 id={heading} ref={top} tabIndex={-1} className="outline-none">
            {title}
          </h2>
          <p className="mt-0.5 text-muted-foreground">{hint}</p>
        </header>
        <div className={clsx("mt-5 grid gap-4", !wide && "max-w-140")}>{children}</div>
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-6 py-3 min-[1100px]:col-span-2 phone:px-4">
        {failure ? (
          <FailureLine className="flex-1 basis-60">{failure}</FailureLine>
        ) : (
          <p className="flex-1 basis-60 text-muted-foreground text-sm">
            You can change all of this later in Settings.
          </p>
        )}
        {isDone ? (
          <Button
            variant={submit ? "ghost" : "primary"}
            onClick={() => onLeave(false)}
            className="phone:flex-1"
          >
            {isLast ? "Finish" : "Next"}
          </Button>
        ) : (
          <Button variant="ghost" onClick={onSkip} className="phone:flex-1">
            Skip for now
          </Button>
        )}
        {submit && (
          <Button type="submit" variant="primary" busy={saving} className="phone:flex-1">
            {saving ? "Saving…" : submit}
          </Button>
        )}
      </footer>
    </form>
  );
}
