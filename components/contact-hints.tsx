"use client";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useSettled } from "#components/ui/use-delayed.ts";
import { call } from "#lib/api/call.ts";
import { isPlausible } from "#lib/contact-detail.ts";

export function ContactHints() {
  const isErased = useIsErased();
  return (
    <div role="status" className="col-span-full empty:hidden">
      {isErased && (
        <p className="grid gap-1 rounded-md bg-warning-soft px-3 py-2.5 text-pretty text-warning">
          <span className="font-semibold">This person was erased permanently.</span>
          <span>
            Add them only if they have come back and agree to it. Nothing of before returns; if they had said
            no to marketing emails, that still holds.
          </span>
        </p>
      )}
    </div>
  );
}

function useIsErased(): boolean {
  const { getFieldState, formState } = useFormContext();
  const [email = "", phoneNumber = ""] = useWatch({ name: ["email", "phoneNumber"] });
  const typed = (name: "email" | "phoneNumber", value: string) =>
    getFieldState(name, formState).isDirty && isPlausible[name](value.trim()) ? value.trim() : "";
  // One text, so both settle together.
  const wanted = [typed("email", email), typed("phoneNumber", phoneNumber)].join("\n");
  const isAsked = wanted !== "\n" && !formState.isSubmitting;
  const [settled] = useSettled(isAsked ? wanted : "");
  const [answer, setAnswer] = useState({ asked: "", isErased: false });
  useEffect(() => {
    if (!settled) return;
    let isWanted = true;
    const [email = "", phoneNumber = ""] = settled.split("\n");
    // Errors are ignored.
    call("contacts.isErased", { body: { email, phoneNumber } }).then(
      ({ isErased }) => isWanted && setAnswer({ asked: settled, isErased }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [settled]);
  return isAsked && answer.asked === wanted && answer.isErased;
}
