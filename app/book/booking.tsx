"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { idempotencyKeys } from "#lib/api/idempotency.ts";
import { momentIn } from "#lib/calendar/slot-days.ts";
import type { Slots, VisitorBooking } from "#lib/contract/bookings.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { Booked } from "./booked.tsx";
import { SlotPicker, useVisitorTimezone } from "./slot-picker.tsx";
import { type Errors, VisitorField } from "./visitor-fields.tsx";

type Props = { slug: string; first: Slots; period: { from: string; to: string }; later: string | null };

/** Choosing a time and saying who comes. What was typed stays, whatever happens. */
export function Booking({ slug, first, period, later }: Props) {
  const [slots, setSlots] = useState(first);
  const [timezone, setTimezone] = useVisitorTimezone(first.timezone);
  const [chosen, setChosen] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState<string | null>(null);
  const [booked, setBooked] = useState<VisitorBooking | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The same try again is the same booking; another time is another one.
  const [keys] = useState(idempotencyKeys);
  const heading = useRef<HTMLHeadingElement>(null);
  // The details take the place of the times, so that nobody has to look for them.
  useEffect(() => {
    if (chosen) heading.current?.focus();
  }, [chosen]);
  if (booked) return <Booked booking={booked} />;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setBusy(true);
    setRefused(null);
    const fields = Object.fromEntries(new FormData(form));
    const said = { ...fields, startsAt: chosen ?? "", timezone };
    const body = { ...said, key: keys.keyFor(said) };
    const found = await check(body);
    setErrors(found.errors);
    if (!found.form) {
      setBusy(false);
      form.querySelector<HTMLElement>(`[name="${Object.keys(found.errors)[0]}"]`)?.focus();
      return;
    }
    try {
      setBooked(await call("visitor.book", { params: { slug }, body: found.form }));
    } catch (error) {
      setRefused(error instanceof ApiError ? error.message : UNEXPECTED);
      if (error instanceof ApiError && error.status === 409) await readAgain();
    }
    setBusy(false);
  }

  async function readAgain() {
    setChosen(null);
    try {
      setSlots(await call("visitor.slots", { params: { slug }, query: period }));
    } catch {
      // The times on screen stay; booking one of them says what is wrong.
    }
  }

  return (
    <div className="grid gap-6">
      {refused && <Alert>{refused}</Alert>}
      <section hidden={chosen !== null} className="grid gap-4" aria-labelledby="times">
        <h2 id="times">Choose a time</h2>
        <SlotPicker
          slots={slots}
          timezone={timezone}
          onTimezone={setTimezone}
          chosen={chosen}
          onChoose={setChosen}
        />
        {later && (
          <a href={`/book/${slug}?from=${later}`} className="link justify-self-start">
            Later days
          </a>
        )}
      </section>
      {/* Once typed into, it stays, also while a lost time makes room for another one. */}
      <div hidden={!chosen}>
        <form noValidate method="post" onSubmit={submit} className="grid gap-4">
          <div>
            <h2 ref={heading} tabIndex={-1} className="outline-none">
              Your details
            </h2>
            <p role="status" className="mt-1 font-medium">
              {chosen && momentIn(timezone, chosen)}
            </p>
            {chosen && timezone !== slots.timezone && (
              <p className="text-muted-foreground">{momentIn(slots.timezone, chosen)} at the store</p>
            )}
          </div>
          <Button className="justify-self-start" onClick={() => setChosen(null)}>
            Change time
          </Button>
          <VisitorField name="name" label="Name" autoComplete="name" error={errors.name} />
          <VisitorField name="email" label="Email" type="email" autoComplete="email" error={errors.email} />
          <VisitorField
            name="phoneNumber"
            label="Phone number"
            hint="(optional)"
            type="tel"
            autoComplete="tel"
            error={errors.phoneNumber}
          />
          <VisitorField name="note" label="Note" hint="(optional)" rows={3} error={errors.note} />
          <p hidden>
            <label>
              Website <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <Button type="submit" variant="primary" busy={isBusy}>
            Book appointment
          </Button>
        </form>
      </div>
    </div>
  );
}

/** The schema comes when it is needed: the first view is read without it. */
async function check(body: object) {
  const { visitorForm } = await import("#lib/contract/bookings.ts");
  const result = visitorForm.safeParse(body);
  if (result.success) return { form: result.data, errors: {} };
  const errors: Errors = {};
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message;
  return { form: null, errors };
}
