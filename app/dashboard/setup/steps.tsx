import clsx from "clsx";
import { CalendarDays, FileUp, UserPlus } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { TextField } from "#components/ui/field.tsx";
import { useSavedForm } from "#components/ui/form-card.tsx";
import { Link } from "#components/ui/link.tsx";
import { part } from "#components/ui/part.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Week } from "#lib/availability.ts";
import { stored } from "#lib/stored-code.ts";
import { fullName } from "#lib/text.ts";
import { useWeek } from "../settings/appointments/hours/use-week.tsx";
import { FullPageLoader } from "../settings/integrations/appointment-settings.tsx";
import { useConnection } from "../settings/integrations/use-connection.ts";
import { PeopleHours, type Team, useStoreHours } from "./people-hours.tsx";

const ContactModal = part(() => import("#components/contact-modal.tsx"), "ContactModal");
const loadNameSchema = stored(async () => (await import("#lib/contract/users.ts")).userForm);

export function YouStep(step: StepProps) {
  const { data: me } = useMe();
  const { act } = useAct("users.update");
  const { form, fields, saving, refused } = useSavedForm({
    schema: loadNameSchema,
    values: { firstName: me?.firstName ?? "", lastName: me?.lastName ?? "" },
    onSubmit: async (body) => {
      const outcome = await act({ body });
      if (outcome.ok) await step.onLeave(true);
      return outcome.refused;
    },
    children: (
      <>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField name="firstName" label="First name" required autoComplete="given-name" />
          <TextField name="lastName" label="Last name" required autoComplete="family-name" />
        </div>
        <NameLooks id={me?.id ?? ""} />
      </>
    ),
  });
  return (
    <StepFrame
      {...step}
      title="What’s your name?"
      hint="Your team and your customers see it."
      form={form}
      submit="Continue"
      saving={saving}
      failure={refused}
    >
      {fields}
    </StepFrame>
  );
}

function NameLooks({ id }: { id: string }) {
  const [firstName, lastName]: string[] = useWatch({ name: ["firstName", "lastName"] });
  const name = fullName({ firstName: firstName ?? "", lastName: lastName ?? "" });
  const row = "flex items-center gap-3 border-t p-3 first:border-t-0 [&_b]:block [&_b]:font-medium";
  return (
    <section aria-label="How it will look" className="grid gap-1.5">
      <p className="font-medium text-sm">How it will look</p>
      <div className="rounded-lg border">
        <p className={row}>
          <Avatar id={id} name={name} />
          <span className="min-w-0 break-words">
            <b>{name}</b>
            <span className="text-muted-foreground text-sm">To your team</span>
          </span>
        </p>
        <p className={row}>
          <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
            <CalendarDays size={16} strokeWidth={1.75} />
          </span>
          <span className="min-w-0 break-words">
            <b>{`Appointment with ${firstName}`}</b>
            <span className="text-muted-foreground text-sm">To customers</span>
          </span>
        </p>
      </div>
    </section>
  );
}

const HOURS = {
  title: "When is your store open?",
  hint: "Customers see these hours.",
};

export function HoursStep(step: StepProps) {
  const { data: me } = useMe();
  const read = useRead("people.hours", me ? { params: { id: me.id } } : null);
  const brand = useRead("organization.brand", {});
  const team = useRead("team.list", {});
  if (me && read.data && brand.data && team.data) {
    const saved = brand.data.hours ?? read.data.availability ?? null;
    return <Hours {...step} team={team.data} saved={saved} timezone={me.timezone} />;
  }
  return (
    <StepFrame {...step} {...HOURS}>
      <Pending read={[read, brand].find(({ data }) => !data) ?? team} />
    </StepFrame>
  );
}

type HoursProps = StepProps & { team: Team; saved: Week | null; timezone: string };

function Hours({ team, saved, timezone, ...step }: HoursProps) {
  const person = useAct("people.setHours");
  const { act, pending } = useAct("organization.setBrand");
  const people = useStoreHours(team, saved);
  const { storeHoursById } = people;
  const isLoading = team.some(({ id }) => storeHoursById[id] === undefined);
  const send = async (availability: Week | null) => {
    const hours = saved || availability?.some((day) => day.includes(true)) ? availability : null;
    const outcome = await act({ body: { hours } });
    if (!outcome.ok) return outcome;
    const withStoreHours = Object.keys(storeHoursById).filter((id) => storeHoursById[id]);
    for (const id of withStoreHours) {
      const { ok, refused } = await person.act({ params: { id }, body: { availability } });
      if (!ok) return { ok, refused };
    }
    return outcome;
  };
  const { fields, save, failure } = useWeek({ saved, timezone, send, besides: true });
  const submit = useSubmit(async () => {
    if (!isLoading && (await save())) await step.onLeave(true);
  });
  return (
    <StepFrame
      {...step}
      {...HOURS}
      wide
      form={{ onSubmit: submit }}
      submit="Save and continue"
      saving={isLoading || pending || person.pending}
      pendingLabel={isLoading ? "Loading hours…" : undefined}
      failure={failure}
    >
      {fields}
      <PeopleHours {...people} />
    </StepFrame>
  );
}

export function CustomersStep(step: StepProps) {
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string[]>([]);
  return (
    <>
      <StepFrame
        {...step}
        title="Your customers"
        hint="Import your customers from a file, or add your first one. Add a birthday so you don’t miss it."
      >
        {added.length > 0 && <p role="status">{`Added: ${added.join(", ")}. Add another?`}</p>}
        <div className="flex flex-wrap gap-2">
          <Link href="/dashboard/settings/data?setup=customers" className={buttonClass()}>
            <FileUp size={16} strokeWidth={1.75} />
            Import a file
          </Link>
          <Button onClick={() => setAdding(true)} {...ContactModal.near}>
            <UserPlus size={16} strokeWidth={1.75} />
            Add a contact
          </Button>
        </div>
      </StepFrame>
      {isAdding && (
        <ContactModal
          onCreated={async ({ name }) => {
            setAdded((names) => [...names, name]);
            await step.onDone();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

const MAIL = {
  title: "Mail and calendar",
  hint: "Emails are sent from your own address, and your calendar shows when you’re busy.",
};

export function MailStep(step: StepProps) {
  const read = useRead("integration.account", {});
  const { data } = read;
  const { leaving, failure, connect } = useConnection();
  if (leaving) return <FullPageLoader label="Taking you to your email provider…" />;
  return (
    <StepFrame {...step} {...MAIL}>
      {data?.isAuthorized ? (
        <p>
          Connected. To choose your calendar or change accounts, go to{" "}
          <Link href="/dashboard/settings/integrations?setup=mail" className="link">
            Settings, Integrations
          </Link>
          .
        </p>
      ) : data ? (
        <div className="grid justify-items-start gap-3">
          <p>
            No email is sent until you connect an account. Appointments can be booked right away, in a
            calendar in this app.
          </p>
          <Button onClick={connect}>Connect Email Account</Button>
          {failure && <Alert>{failure}</Alert>}
        </div>
      ) : (
        <Pending read={read} />
      )}
    </StepFrame>
  );
}

export type StepProps = {
  isOpened: boolean;
  isDone: boolean;
  onLeave: (saved: boolean) => Promise<void>;
  onDone: () => Promise<void>;
  onSkip: () => void;
  isLast: boolean;
};

type Props = Omit<StepProps, "onDone"> & {
  title: string;
  hint: string;
  form?: Partial<ComponentProps<"form">>;
  submit?: string | false;
  saving?: boolean;
  pendingLabel?: string;
  failure?: string | null;
  wide?: boolean;
  children: ReactNode;
};

export function StepFrame(props: Props) {
  const { title, hint, form, submit, saving, pendingLabel = "Saving…", failure, wide, children } = props;
  const { isOpened, isDone, isLast, onSkip, onLeave } = props;
  const heading = useId();
  const top = useRef<HTMLHeadingElement>(null);
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
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-6 py-3 min-[68.75rem]:col-span-2 phone:px-4">
        {failure ? (
          <FailureLine className="flex-1 basis-60">{failure}</FailureLine>
        ) : (
          <p className="flex-1 basis-60 text-muted-foreground text-sm">You can change this later.</p>
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
            Skip this step
          </Button>
        )}
        {submit && (
          <Button type="submit" variant="primary" busy={saving} className="phone:flex-1">
            {saving ? pendingLabel : submit}
          </Button>
        )}
      </footer>
    </form>
  );
}
