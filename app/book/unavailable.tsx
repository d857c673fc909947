import { Alert } from "#components/ui/alert.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { AskTheStore } from "./ask-the-store.tsx";

type Props = { why: string; path: string; email?: string };

/** Nothing can be booked just now: why, and what to do about it. */
export function Unavailable({ why, path, email }: Props) {
  return (
    <div className="grid justify-items-start gap-4">
      <div className="w-full">
        <Alert>{why}</Alert>
      </div>
      <AskTheStore email={email} />
      <a href={path} className={buttonClass()}>
        Try again
      </a>
    </div>
  );
}
