import clsx from "clsx";
import type { ReactNode } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import type { VisitorFace } from "#lib/contract/brand.ts";
import { StoreFace } from "./store-face.tsx";

type Props = {
  face?: VisitorFace | undefined;
  timezone?: string;
  nonce?: string | undefined;
  store?: string;
  title: string;
  about?: ReactNode;
  panes?: boolean;
  children: ReactNode;
};

/** `store`: for hosts without `face`. `panes`: on a wide screen, the first child is below `about`. */
export function BookFrame({
  face,
  timezone = "UTC",
  nonce,
  store,
  title,
  about,
  panes = false,
  children,
}: Props) {
  return (
    <main
      className={clsx(
        "mx-auto w-full max-w-160 px-4 py-10 phone:min-h-dvh phone:bg-card phone:p-0",
        face && "phone:flex phone:flex-col",
        panes && (face ? "min-[56.25rem]:max-w-[1072px]" : "min-[56.25rem]:max-w-[1032px]"),
      )}
    >
      <StoreFace face={face} timezone={timezone} nonce={nonce} band="rounded-t-xl">
        <div
          className={clsx(
            "border bg-card shadow-1 phone:rounded-none phone:border-0 phone:shadow-none",
            face ? "rounded-b-xl border-t-0" : "rounded-xl",
            panes && "min-[56.25rem]:grid min-[56.25rem]:grid-rows-[auto_1fr]",
            panes &&
              (face
                ? "min-[56.25rem]:grid-cols-[21.25rem_minmax(0,1fr)]"
                : "min-[56.25rem]:grid-cols-[20.25rem_minmax(0,1fr)]"),
          )}
        >
          <header
            className={clsx(
              "grid gap-3 px-6 py-5 phone:px-4",
              panes ? "content-start pb-4 min-[56.25rem]:pr-6" : "border-b",
            )}
          >
            {store && !face && (
              <p className="flex items-center gap-2.5 font-medium text-muted-foreground">
                <Avatar id={store} name={store} className="rounded-md" />
                <span className="wrap-anywhere">{store}</span>
              </p>
            )}
            <div>
              <h1 className="wrap-anywhere text-balance">{title}</h1>
              {about && <div className="mt-0.5 text-muted-foreground">{about}</div>}
            </div>
          </header>
          {panes ? children : <div className="px-6 py-5 phone:px-4">{children}</div>}
        </div>
      </StoreFace>
    </main>
  );
}

type UnavailableProps = { why: string; path: string; email?: string };

export function Unavailable({ why, path, email }: UnavailableProps) {
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
