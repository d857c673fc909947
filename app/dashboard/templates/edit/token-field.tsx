import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { isUnclosed, knownName, nearestName, piecesOf, token, unknownNames } from "#lib/contract/tokens.ts";
import { noteVisit, replaceTokens, type TextControl, useSuggestions } from "./use-suggestions.ts";

type Props = Omit<FieldProps, "help" | "className"> & {
  control: RefObject<TextControl | null>;
  placeholders: readonly string[] | undefined;
  rows?: number;
};

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

type HighlightProps = {
  text: string;
  /** Undefined until the host has sent them; then no placeholder is marked. */
  placeholders: readonly string[] | undefined;
  /** Where `marker` is in the text, to measure its place on screen. */
  markAt: number | null;
  marker: RefObject<HTMLSpanElement | null>;
  layer: RefObject<HTMLDivElement | null>;
  className: string;
};

/** Behind a field with the same font and padding, which draws the text. */
function Highlight({ text, placeholders, markAt, marker, layer, className }: HighlightProps) {
  return (
    <div ref={layer} aria-hidden="true" className={clsx("text-transparent!", className)}>
      <Tinted text={text.slice(0, markAt ?? text.length)} placeholders={placeholders} />
      {markAt !== null && (
        <>
          <span ref={marker} />
          <Tinted text={text.slice(markAt)} placeholders={placeholders} />
        </>
      )}
      {/* A last empty line needs content to have a height. */}
      {"\n"}
    </div>
  );
}

function Tinted({ text, placeholders }: Pick<HighlightProps, "text" | "placeholders">) {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.name === null) return piece.text;
    const unknown = placeholders && knownName(piece.name, placeholders) === undefined;
    return (
      <span
        key={key}
        className={clsx(
          "rounded-sm",
          unknown
            ? "bg-warning-soft underline decoration-warning decoration-wavy underline-offset-2"
            : "bg-primary-soft",
        )}
      >
        {piece.text}
      </span>
    );
  });
}

type UnknownTokensProps = {
  names: string[];
  unclosed: boolean;
  placeholders: readonly string[];
  control: RefObject<TextControl | null>;
};

function UnknownTokens({ names, unclosed, placeholders, control }: UnknownTokensProps) {
  return (
    <span role="status" className="grid gap-1 text-warning">
      {names.map((name) => {
        const meant = nearestName(name, placeholders);
        return (
          <span key={name} className="flex flex-wrap items-center gap-x-1.5">
            <TriangleAlert size={14} className="shrink-0" />
            <span>
              <strong className="break-all font-semibold">{token(name)}</strong> is not a known placeholder.
            </span>
            {meant ? (
              <button
                type="button"
                onClick={() => control.current && replaceTokens(control.current, name, meant)}
                className="link min-h-6 pointer-coarse:min-h-11"
              >
                Did you mean {token(meant)}?
              </button>
            ) : (
              "It will be left empty."
            )}
          </span>
        );
      })}
      {unclosed && (
        <span className="flex items-center gap-x-1.5">
          <TriangleAlert size={14} className="shrink-0" />A placeholder begins with {"{{"} and never ends with{" "}
          {"}}"}.
        </span>
      )}
    </span>
  );
}

type SuggestionListProps = {
  id: string;
  names: string[];
  active: number;
  marker: RefObject<HTMLSpanElement | null>;
  layer: RefObject<HTMLDivElement | null>;
  onChoose: (name: string) => void;
};

const BAR = 64;

function SuggestionList({ id, names, active, marker, layer, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = list.current;
    const frame = layer.current;
    const at = marker.current;
    if (!menu || !frame || !at) return;
    const left = at.offsetLeft - frame.scrollLeft;
    menu.style.left = `${Math.max(0, Math.min(left, frame.clientWidth - menu.offsetWidth))}px`;
    const { top, bottom } = at.getBoundingClientRect();
    const above = bottom + menu.offsetHeight > window.innerHeight - BAR && top - menu.offsetHeight > BAR;
    menu.style.top = `${above ? at.offsetTop - menu.offsetHeight - 4 : at.offsetTop + at.offsetHeight + 4}px`;
    menu.children[active]?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Placeholders"
      className="floating absolute z-20 max-h-60 w-56 animate-pop overflow-y-auto p-1.5"
    >
      {names.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          className="flex min-h-9 cursor-pointer items-center rounded-md px-2.5 hover:bg-accent aria-selected:bg-primary-soft aria-selected:text-primary-soft-foreground pointer-coarse:min-h-11"
        >
          {token(name)}
        </div>
      ))}
    </div>
  );
}
