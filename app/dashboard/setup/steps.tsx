"use client";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { startingCategories, useStartingCategories } from "#components/starting-categories.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useSavedForm } from "#components/ui/use-saved-form.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { failureText, providerFailure } from "#lib/api/messages.ts";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import type { Product } from "#lib/contract/products.ts";
import { fold } from "#lib/text.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { FullPageLoader, useCalendars, useHours } from "../settings/integrations/appointment-settings.tsx";
import { useConnection } from "../settings/integrations/use-connection.ts";
import { type Invitation, InviteFields, nobody, useInvite } from "../settings/team/invite-fields.tsx";
import { loadTimezoneSchema, TimezoneFields, zoneOption } from "../settings/timezone-fields.tsx";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const InvitationLink = part(() =>
  import("#components/link-modal.tsx").then((module) => module.InvitationLink),
);
const loadInviteSchema = whenIdle(async () => (await import("#lib/contract/users.ts")).inviteForm);

export function TimezoneStep(step: StepProps) {
  const { data: zone = "" } = useRead("organization.timezone", {});
  const { act } = useAct("organization.setTimezone");
  const values = useMemo(() => ({ timezone: zone ? zoneOption(zone) : null }), [zone]);
  const { form, fields, saving, refused } = useSavedForm({
    schema: loadTimezoneSchema,
    values,
    onSubmit: async ({ timezone }) => {
      const outcome = await act({ body: { timezone: timezone.id } });
      if (outcome.ok) await step.onLeave(true);
      return refusal("organization.setTimezone", outcome);
    },
    children: <TimezoneFields />,
  });
  return (
    <StepFrame
      {...step}
      title="Timezone"
      hint="Days, reports, automations and opening hours follow this clock."
      form={form}
      submit="Save and continue"
      saving={saving}
      failure={refused}
    >
      {fields}
    </StepFrame>
  );
}

const CATEGORIES = {
  title: "Categories",
  hint: "What your sales are sorted by. They can be renamed and deleted at any time.",
};

export function CategoriesStep(step: StepProps) {
  const { data, error, isValidating, mutate } = useRead("products.list", {});
  if (data) return <Categories {...step} there={data} />;
  return (
    <StepFrame {...step} {...CATEGORIES}>
      {error && !isValidating ? <Failed text={error.message} onRetry={() => void mutate()} /> : <Loading />}
    </StepFrame>
  );
}

function Categories({ there, ...step }: StepProps & { there: Product[] }) {
  const isThere = (name: string) => there.some((product) => fold(product.name) === fold(name));
  // A store that has some picks what else it wants.
  const [begin] = useState(() => startingCategories.filter((name) => !isThere(name)));
  const [picked] = useState(there.length > 0 ? [] : begin);
  const { chosen, adding, addAll, offer, chips } = useStartingCategories(begin, picked);
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  useUnsaved(typed.trim() !== "");

  /** What is typed joins the chosen; answers whether there was anything wrong with it. */
  function take(): boolean {
    const name = typed.trim().replace(/\s+/g, " ");
    if (!name) return true;
    if (isThere(name)) {
      setFailure(`“${name}” is there already`);
      return false;
    }
    setFailure(null);
    offer(name);
    setTyped("");
    return true;
  }

  const submit = useSubmit(async () => {
    // A name in the box is taken first, so that it is seen before it is saved.
    if (typed.trim()) return void take();
    const refused = await addAll();
    setFailure(refused);
    if (!refused) await step.onLeave(true);
  });

  function takeOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    take();
  }

  const names = there.filter(({ name }) => !chosen.includes(name)).map(({ name }) => name);
  return (
    <StepFrame
      {...step}
      {...CATEGORIES}
      form={{ onSubmit: submit }}
      submit={
        chosen.length > 0 && `Add ${chosen.length === 1 ? "1 category" : `${chosen.length} categories`}`
      }
      saving={adding}
      failure={failure}
    >
      {names.length > 0 && <p>{`There already: ${names.join(", ")}`}</p>}
      {chips.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Categories to add</legend>
          {chips}
        </fieldset>
      )}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Another one
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            value={typed}
            maxLength={100}
            autoComplete="off"
            placeholder="Engagement rings"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={takeOnEnter}
            className="field min-w-0 flex-1"
          />
          <Button onClick={take}>Add</Button>
        </div>
      </div>
    </StepFrame>
  );
}

export function TeamStep(step: StepProps) {
  const [link, setLink] = useState<Invitation | null>(null);
  const [invited, setInvited] = useState<string[]>([]);
  const invite = useInvite(setLink);
  const { form, fields, saving, refused } = useSavedForm({
    schema: loadInviteSchema,
    values: nobody,
    draft: "member",
    resets: true,
    onSubmit: async (body) => {
      const refused = await invite(body);
      if (refused) return refused;
      setInvited((names) => [...names, body.firstName]);
      await step.onDone();
      return null;
    },
    children: (
      <div className="grid gap-4 md:grid-cols-2">
        <InviteFields />
      </div>
    ),
  });
  return (
    <>
      <StepFrame
        {...step}
        title="Your team"
        hint="Whoever works with your store’s records. Each gets a link to choose a password."
        form={form}
        submit="Invite"
        saving={saving}
        failure={refused}
      >
        {invited.length > 0 && <p role="status">{`Invited: ${invited.join(", ")}. Somebody else?`}</p>}
        {fields}
      </StepFrame>
      {link && <InvitationLink {...link} onClose={() => setLink(null)} />}
    </>
  );
}

const ABOUT = { title: "Opening hours", hint: "Visitors book appointments within them. Paint the week." };

export function HoursStep(step: StepProps) {
  const { data: me } = useMe();
  const account = useRead("integration.account", {});
  const isConnected = account.data?.isAuthorized ?? false;
  const calendars = useCalendars(isConnected);
  const failed = account.error ? account : calendars.error ? calendars : null;
  const usable = calendars.data?.filter((calendar) => !calendar.is_read_only);
  if (account.data && isConnected && calendars.data && usable && usable.length > 0) {
    const first = (usable.find((calendar) => calendar.is_primary) ?? usable[0])?.id;
    return (
      <Hours
        {...step}
        account={account.data}
        calendars={calendars.data}
        first={first}
        timezone={me?.timezone}
      />
    );
  }
  return (
    <StepFrame {...step} {...ABOUT}>
      {failed?.error && !failed.isValidating ? (
        <Failed text={failureText(providerFailure, failed.error)} onRetry={() => void failed.mutate()} />
      ) : account.data && !isConnected ? (
        <Connect />
      ) : calendars.data ? (
        <p>
          The account that is connected has no calendar that appointments could be written to. Another one is
          chosen under Settings, Integrations.
        </p>
      ) : (
        <Loading />
      )}
    </StepFrame>
  );
}

type HoursProps = StepProps & { account: Account; calendars: Calendar[]; first?: string; timezone?: string };

function Hours({ account, calendars, first, timezone, ...step }: HoursProps) {
  const { save, fields, failure, pending } = useHours({ account, calendars, first, timezone });
  const submit = useSubmit(async () => {
    if (await save()) await step.onLeave(true);
  });
  return (
    <StepFrame
      {...step}
      {...ABOUT}
      wide
      form={{ onSubmit: submit }}
      submit="Save and continue"
      saving={pending}
      failure={failure}
    >
      {fields}
    </StepFrame>
  );
}

/** Without a calendar there is nothing that could tell when the store is busy. */
function Connect() {
  const { leaving, failure, connect } = useConnection();
  if (leaving) return <FullPageLoader label="Taking you to your email provider…" />;
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        Opening hours belong to a calendar: it says when you are busy, and keeps what is booked. Connect your
        email account, or choose this app’s own calendar there; the hours are painted right after.
      </p>
      <Button onClick={connect}>Connect Email Account</Button>
      {failure && <Alert>{failure}</Alert>}
    </div>
  );
}
