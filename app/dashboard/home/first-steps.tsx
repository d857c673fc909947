import { Check } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Summary } from "#lib/contract/dashboard.ts";
import type { Me } from "#lib/contract/users.ts";
import { Panel } from "./panel.tsx";

/** The way to a store's first sale: shown until there is one, and gone by itself then. */
export function FirstSteps({ me, summary }: { me: Me | undefined; summary: Summary | undefined }) {
  const contacts = summary?.totalContactsCount ?? null;
  const quiet = summary?.recentPurchases.length === 0;
  // A period without sales may be a quiet one of an old store: only the newest sale of all tells.
  const { data: sales } = useRead("sales.list", quiet && contacts ? NEWEST : null);
  const isNew = quiet && (contacts === 0 || (contacts !== null && sales?.length === 0));
  if (!me || !isNew) return null;

  const steps = [
    {
      title: "Connect your email",
      hint: me.keepsMail
        ? "No email leaves yet: they are all kept here."
        : "Mails to your customers go out from your own address.",
      href: "/dashboard/settings/integrations",
      done: me.isEmailIntegrationComplete && !me.keepsMail,
    },
    {
      title: "Add your first contact",
      hint: "With a birthday, so that it is not missed.",
      href: "/dashboard/contacts?new=true",
      done: contacts > 0,
    },
    {
      title: "Record your first sale",
      hint: "It shows up on this page at once.",
      href: "/dashboard/sales?new=true",
      done: false,
    },
  ];
  return (
    <Panel
      title="Get started"
      aside={
        <span className="text-muted-foreground text-sm">
          {steps.filter((step) => step.done).length} of {steps.length} done
        </span>
      }
    >
      <ol className="grid grid-cols-3 gap-2 px-2 pb-2 max-[1099px]:grid-cols-1">
        {steps.map((step, index) => (
          <Step key={step.title} {...step} number={index + 1} />
        ))}
      </ol>
    </Panel>
  );
}

const NEWEST = { query: { page: 1, limit: 1, sort: "createdAt:desc" } } as const;

type StepProps = { number: number; title: string; hint: string; href: string; done: boolean };

function Step({ number, title, hint, href, done }: StepProps) {
  const content = (
    <>
      <span
        aria-hidden="true"
        className={`grid size-8 shrink-0 place-items-center rounded-full font-semibold text-sm ${done ? "bg-success-soft text-success" : "bg-primary-soft text-primary-soft-foreground"}`}
      >
        {done ? <Check size={16} /> : number}
      </span>
      <span className="min-w-0">
        <b className="block font-medium">{title}</b>
        <span className="block text-muted-foreground text-sm">{done ? "Done" : hint}</span>
      </span>
    </>
  );
  return (
    <li>
      {done ? (
        <span className="flex min-h-14 items-center gap-3 p-2">{content}</span>
      ) : (
        <NearLink
          href={href}
          className="flex min-h-14 items-center gap-3 rounded-md p-2 transition-colors duration-100 hover:bg-accent"
        >
          {content}
        </NearLink>
      )}
    </li>
  );
}
