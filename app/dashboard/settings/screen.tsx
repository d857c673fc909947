"use client";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import {
  currentTheme,
  setSingleKeys,
  setTheme,
  singleKeysOn,
  type Theme,
  watchTheme,
} from "#components/shell/browser-choices.ts";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { ChoiceLines } from "#components/ui/choice-lines.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { messagesOf } from "#lib/api/refusal.ts";
import { signInAgain } from "#lib/api/sign.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { PasswordForm, UserForm } from "#lib/contract/users.ts";
import { notifyAfterLoad } from "#lib/notifications.ts";
import { stored } from "#lib/stored-code.ts";
import { capitalize } from "#lib/text.ts";
import { loadTimezoneSchema, TIMEZONE, TimezoneFields, zoneOption } from "./timezone-fields.tsx";

export function AccountScreen() {
  return (
    <>
      <ScreenTitle>Account</ScreenTitle>
      <h1>Account</h1>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_21.75rem]">
        <div className="grid content-start gap-5">
          <PersonalInformation />
          <Password />
        </div>
        <div className="grid content-start gap-5">
          <Timezone />
          <Browser />
        </div>
      </div>
    </>
  );
}

const themes: [Theme, string][] = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "Use system setting"],
];

function Browser() {
  const theme = useSyncExternalStore<Theme>(watchTheme, currentTheme, () => "system");
  const [keys, setKeys] = useState(true);
  useEffect(() => setKeys(singleKeysOn()), []);
  return (
    <SettingsCard
      title="This browser"
      description={<p>These settings apply to everyone who uses this browser.</p>}
    >
      <ChoiceLines name="theme" label="Theme" choices={themes} value={theme} onChoose={setTheme} />
      <ChoiceLine
        type="checkbox"
        checked={keys}
        onChange={({ target }) => {
          setSingleKeys(target.checked);
          setKeys(target.checked);
        }}
      >
        Single letters are shortcuts (press ? for the list)
      </ChoiceLine>
    </SettingsCard>
  );
}

const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

const loadPasswordSchema = stored(async () => (await import("#lib/contract/users.ts")).passwordForm);

function Password() {
  const { data: me } = useMe();
  const { act } = useAct("users.changePassword");

  async function save(body: PasswordForm) {
    const refused = (await act({ body })).refused;
    // Our host ends every session. Other hosts may keep this one and reject the sign-in.
    const signedIn = !refused && me?.email ? await signInAgain(me.email, body.newPassword) : null;
    if (signedIn && typeof signedIn === "object") {
      notifyAfterLoad({ type: "success", message: (await messagesOf("users.changePassword")).success ?? "" });
      window.location.assign("/login?next=/dashboard/settings");
    }
    return refused;
  }

  return (
    <FormCard
      title="Change password"
      description={
        <>
          <p>At least 6 characters; a longer one is better.</p>
          <p>Your other devices will be signed out.</p>
        </>
      }
      schema={loadPasswordSchema}
      values={EMPTY}
      submitLabel="Change password"
      onSubmit={save}
      next={() => EMPTY}
    >
      <input type="hidden" autoComplete="username" value={me?.email ?? ""} readOnly />
      <PasswordField
        name="currentPassword"
        label="Current password"
        required
        autoComplete="current-password"
      />
      <PasswordField name="newPassword" label="New password" required autoComplete="new-password" />
      <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
    </FormCard>
  );
}

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).userForm);

function PersonalInformation() {
  const { data: me } = useMe();
  const { act } = useAct("users.update");
  const save = async (body: UserForm) => (await act({ body })).refused;
  return (
    <FormCard
      title="Personal Information"
      description={
        <>
          {me?.email && (
            <p className="wrap-anywhere">
              <EmailText>{me.email}</EmailText>
            </p>
          )}
          {me?.role && <p>{capitalize(me.role.toLowerCase())}</p>}
        </>
      }
      schema={loadSchema}
      values={{ firstName: me?.firstName ?? "", lastName: me?.lastName ?? "" }}
      draft="personal information"
      submitLabel="Save"
      onSubmit={save}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="firstName" label="First name" required autoComplete="given-name" />
        <TextField name="lastName" label="Last name" required autoComplete="family-name" />
      </div>
    </FormCard>
  );
}

const FOLLOWS = <p>Days, reports, automations and opening hours use this timezone.</p>;

function Timezone() {
  const current = useRead("organization.timezone", {});
  const { act } = useAct("organization.setTimezone");
  const zone = current.data ?? "";
  const mine = useMay()("organization.setTimezone");
  const ask = useAdministrators(!mine);
  // The current time changes, and new values would reset the form.
  const values = useMemo(() => ({ timezone: zone ? zoneOption(zone) : null }), [zone]);
  if (!mine) {
    return (
      <SettingsCard title={TIMEZONE} description={FOLLOWS}>
        <p className="font-medium">{values.timezone?.name}</p>
        <p className="text-muted-foreground">{`Only the owner and admins change it. ${ask}`}</p>
      </SettingsCard>
    );
  }
  return (
    <FormCard
      title={TIMEZONE}
      description={FOLLOWS}
      schema={loadTimezoneSchema}
      values={values}
      submitLabel="Save timezone"
      onSubmit={async ({ timezone }) => (await act({ body: { timezone: timezone.id } })).refused}
    >
      <TimezoneFields />
    </FormCard>
  );
}
