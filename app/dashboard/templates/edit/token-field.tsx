"use client";
import clsx from "clsx";
import { type RefObject, useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { isUnclosed, unknownNames } from "#lib/contract/tokens.ts";
import { Highlight } from "./highlight.tsx";
import { noteVisit, type TextControl } from "./insert-text.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { UnknownTokens } from "./unknown-tokens.tsx";
import { useSuggestions } from "./use-suggestions.ts";

type Props = Omit<FieldProps, "help" | "className"> & {
  control: RefObject<TextControl | null>;
  placeholders: readonly string[] | undefined;
  /** At least so many lines, and as many as the text has; one is a text box of one line. */
  rows?: number;
};

/** A text with tokens: they are tinted, offered while they are typed, and doubted when nobody knows them. */
export function TokenField({ control, placeholders, rows = 1, ...props }: Props) {
  const { name } = props;
  const { register } = useFormContext();
  const text = String(useWatch({ name }) ?? "");
  const { ref, onBlur, ...registered } = register(name);
  const layer = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLSpanElement>(null);
  const suggestions = useSuggestions(control, placeholders ?? []);
  const unknown = placeholders ? unknownNames(text, placeholders) : [];
  const unclosed = suggestions.start === null && isUnclosed(text);
  useSameScroll(control, layer);

  const many = rows > 1;
  const shape = many
    ? "field h-auto! overflow-hidden whitespace-pre-wrap break-words py-2! leading-5 phone:leading-6 pointer-coarse:leading-6"
    : "field";
  const field = {
    ...registered,
    ...suggestions.handlers,
    ...suggestions.aria,
    ref: (element: TextControl | null) => {
      ref(element);
      control.current = element;
    },
    onFocus: (event: { currentTarget: TextControl }) => noteVisit(event.currentTarget),
    onBlur: (event: { target: TextControl }) => {
      onBlur(event);
      suggestions.close();
    },
    autoComplete: "off",
    className: clsx(shape, "relative bg-transparent!", many && "absolute! inset-0 h-full! resize-none"),
  };

  return (
    <Field
      {...props}
      help={
        (unknown.length > 0 || unclosed) && (
          <UnknownTokens
            names={unknown}
            unclosed={unclosed}
            placeholders={placeholders ?? []}
            control={control}
          />
        )
      }
    >
      {(aria) => (
        <div className="relative">
          <Highlight
            text={text}
            placeholders={placeholders}
            markAt={suggestions.start}
            marker={marker}
            layer={layer}
            className={clsx(
              shape,
              "border-transparent!",
              many
                ? "min-h-55 phone:min-h-65"
                : "absolute! inset-0 overflow-hidden whitespace-pre leading-8.5 phone:leading-10.5 pointer-coarse:leading-10.5",
            )}
          />
          {many ? <textarea {...field} {...aria} rows={rows} /> : <input {...field} {...aria} />}
          {suggestions.start !== null && (
            <SuggestionList
              id={suggestions.id}
              names={suggestions.names}
              active={suggestions.active}
              marker={marker}
              layer={layer}
              onChoose={suggestions.choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** A text box of one line scrolls by itself, and not every browser tells of it. */
function useSameScroll(control: RefObject<TextControl | null>, layer: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const field = control.current;
    if (!(field instanceof HTMLInputElement)) return;
    const follow = () =>
      requestAnimationFrame(() => {
        if (layer.current) layer.current.scrollLeft = field.scrollLeft;
      });
    const events = [
      "scroll",
      "input",
      "select",
      "selectionchange",
      "keydown",
      "pointermove",
      "focus",
      "blur",
    ];
    for (const event of events) field.addEventListener(event, follow);
    return () => {
      for (const event of events) field.removeEventListener(event, follow);
    };
  }, [control, layer]);
}
