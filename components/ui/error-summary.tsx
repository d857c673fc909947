"use client";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";

/** Forms of up to five fields are seen at a glance. */
const SHORT = 5;

/**
 * What a long form still needs, once it was submitted: the names of its fields, each leading there. The messages stand
 * at the fields, and the first of these has the focus already.
 */
export function ErrorSummary() {
  const { isSubmitted, errors } = useFormContext().formState;
  const faulty = isSubmitted && Object.keys(errors).length > 0;
  const place = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState<HTMLInputElement[]>([]);
  // After each rendering: what is wrong, and with which of the fields that are shown now, the fields themselves know.
  useEffect(() => {
    const form = place.current?.closest("form");
    const fields = [...(form?.querySelectorAll<HTMLInputElement>("[aria-invalid]") ?? [])];
    const next =
      faulty && fields.length > SHORT
        ? fields.filter((field) => field.getAttribute("aria-invalid") === "true")
        : [];
    setWrong((was) =>
      was.length === next.length && next.every((field, i) => field === was[i]) ? was : next,
    );
  });
  return (
    <div ref={place} className="col-span-full empty:hidden">
      {wrong.length > 0 && (
        <p className="rounded-md bg-danger-soft px-3 py-2.5 text-danger">
          <span className="font-medium">There is a problem with</span>{" "}
          {wrong.map((field, index) => (
            <span key={field.id}>
              {index > 0 && ", "}
              <button
                type="button"
                onClick={() => field.focus()}
                className="font-semibold underline underline-offset-3"
              >
                {field.labels?.[0]?.textContent}
              </button>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
