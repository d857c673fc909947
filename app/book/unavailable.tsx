import { Alert } from "#components/ui/alert.tsx";
import { buttonClass } from "#components/ui/button.tsx";

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

/** How to reach the store, where it has a mailbox. */
export function AskTheStore({ email }: { email: string | undefined }) {
  if (!email) return null;
  return (
    <p className="wrap-anywhere text-muted-foreground">
      You can also write to{" "}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
      .
    </p>
  );
}
