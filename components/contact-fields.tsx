"use client";
import { DateField } from "#components/ui/date-field.tsx";
import { PhoneField } from "#components/ui/phone-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useMe } from "./shell/use-me.ts";

/** The fields of a contact's form. `wide`: the class of those that take a whole line in a narrow column. */
export function ContactFields({ wide, dateHelp }: { wide?: string; dateHelp?: string }) {
  const { data: me } = useMe();
  return (
    <>
      <TextField name="firstName" label="First name" required autoComplete="off" />
      <TextField name="lastName" label="Last name" required autoComplete="off" />
      <TextField
        name="email"
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        title="Please enter a valid email address"
        className={wide}
      />
      <PhoneField name="phoneNumber" label="Phone number" required className={wide} />
      <DateField name="birthday" label="Birthday" timezone={me?.timezone} past help={dateHelp} />
      <DateField name="anniversary" label="Anniversary" timezone={me?.timezone} past />
    </>
  );
}
