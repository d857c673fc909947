import { ChevronDown, Lightbulb, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormProvider, useFormContext, useWatch } from "react-hook-form";
import { HistoryButton } from "#components/history-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useFormExtras } from "#components/use-form-extras.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { token, unknownNames } from "#lib/contract/tokens.ts";
import { notify } from "#lib/notifications.ts";
import { columnNames } from "#lib/own-columns.ts";
import { inGroups } from "#lib/own-fields.ts";
import { textLength } from "#lib/text-length.ts";
import { ideas } from "../ideas.ts";
import { Preview } from "./preview.tsx";
import { TokenField } from "./token-field.tsx";
import { insertAtCaret, type TextControl } from "./use-suggestions.ts";
import { BLANK, type EditorProps, isSame, isText, NEW, useTemplateForm } from "./use-template-form.ts";

const FORM = "template";
const KINDS = [
  ["EMAIL", "Email"],
  ["TEXT", "Text"],
] as const;
const FIELDS = [
  { name: "name", label: "Name" },
  { name: "subject", label: "Subject" },
  { name: "content", label: "Content" },
];
const tabs = [
  { id: "write", label: "Write" },
  { id: "preview", label: "Preview" },
] as const;

export function Editor({ title, ...props }: EditorProps & { title: string }) {
  const { data: placeholders } = useRead("templates.placeholders", {});
  const [tab, setTab] = useState<"write" | "preview">("write");

  const onInvalid = () => flushSync(() => setTab("write"));
  const onSaved = (saved: TemplateForm) => {
    const [unknown] = placeholders ? unknownNames(`${saved.subject}\n${saved.content}`, placeholders) : [];
    if (unknown === undefined) return;
    const message = `${token(unknown)} is not a known placeholder.`;
    notify({ type: "warning", message });
  };
  const { record, text, begin, takeTheirs } = useTemplateForm(props, { onInvalid, onSaved });
  const { form, edit, isDirty, refused } = record;

  const isHydrated = useHydrated();
  const { setFocus } = form;
  const isNew = props.id === NEW;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (isNew && isHydrated && !opensKeyboard()) setFocus("name");
  }, [isHydrated]);

  async function check() {
    const valid = await form.trigger(["subject", "content"]);
    if (valid) return true;
    onInvalid();
    return form.trigger(["subject", "content"], { shouldFocus: true });
  }

  return (
    <FormProvider {...form}>
      <div className="items-start gap-4 md:grid min-[60rem]:grid-cols-2">
        <div className="min-w-0 md:rounded-lg md:border md:bg-card md:shadow-1 phone:contents">
          <header className="sticky top-14 z-10 flex items-center gap-3 bg-background md:min-h-15 md:rounded-t-lg md:bg-card md:px-4 phone:-mx-4 phone:min-h-17 phone:px-4">
            <div className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
              <h1>{title}</h1>
              {isDirty && <Badge tone="muted">Unsaved changes</Badge>}
            </div>
            {!isNew && <HistoryButton id={props.id} name={title} className="phone:hidden" />}
            <SubmitButton form={FORM} data-shortcut="mod+s">
              Save Template
            </SubmitButton>
          </header>
          <Tabs
            label={title}
            tabs={tabs}
            selected={tab}
            onSelect={setTab}
            className="-mx-4 bg-card px-2 md:hidden"
          />
          <Panel id="write" label="Write" shown={tab === "write"} className="md:border-0 md:shadow-none">
            <form id={FORM} {...record.props}>
              <fieldset
                disabled={!isHydrated}
                className="grid min-w-0 gap-4 p-4 md:pt-1 [&_input]:scroll-mt-36 [&_textarea]:scroll-mt-36"
              >
                <EditNotices edit={edit} fields={FIELDS} />
                {refused && <Refused refusal={refused} onReload={takeTheirs} />}
                <TemplateFields {...{ isNew, text, placeholders }} onPickIdea={begin} />
              </fieldset>
            </form>
          </Panel>
        </div>
        <Panel
          id="preview"
          label="Preview"
          shown={tab === "preview"}
          className="min-[60rem]:sticky min-[60rem]:top-18"
        >
          <Preview text={text} placeholders={placeholders} check={check} />
        </Panel>
      </div>
    </FormProvider>
  );
}

type FieldsProps = {
  isNew: boolean;
  text: TemplateForm;
  placeholders: readonly string[] | undefined;
  onPickIdea: (idea: TemplateForm) => void;
};

function TemplateFields({ isNew, text, placeholders, onPickIdea }: FieldsProps) {
  const { setValue } = useFormContext();
  const { complete } = useFormExtras();
  const [intoSubject, setIntoSubject] = useState(false);
  const subject = useRef<TextControl>(null);
  const content = useRef<TextControl>(null);
  const forTexts = isText(text);

  function insert(name: string) {
    const field = intoSubject && !forTexts ? subject.current : content.current;
    if (field) insertAtCaret(field, token(name));
  }

  return (
    <>
      {isNew && complete && (
        <div className="flex">
          <Segments
            aria-label="Kind"
            choices={KINDS}
            value={forTexts ? "TEXT" : "EMAIL"}
            onChoose={(kind) => setValue("kind", kind, { shouldDirty: true })}
          />
        </div>
      )}
      {isNew && isSame(text, BLANK) && <IdeaChips onPick={onPickIdea} />}
      <TextField
        name="name"
        label="Name"
        required
        autoComplete="off"
        aside={<Counter name="name" max={100} />}
      />
      <PlaceholderBar
        onInsert={insert}
        intoSubject={intoSubject}
        onIntoSubject={forTexts ? null : setIntoSubject}
      />
      {!forTexts && (
        <TokenField
          name="subject"
          label="Subject"
          required
          control={subject}
          placeholders={placeholders}
          aside={<Counter name="subject" max={200} />}
        />
      )}
      <TokenField
        name="content"
        label="Content"
        required
        rows={10}
        control={content}
        placeholders={placeholders}
        aside={forTexts && textLength(text.content)}
      />
    </>
  );
}

function Counter({ name, max }: { name: string; max: number }) {
  const { length } = String(useWatch({ name }) ?? "").trim();
  return (
    <span className={length > max ? "font-medium text-danger" : undefined}>
      <span aria-hidden="true">
        {length}/{max}
      </span>
      <span className="sr-only">
        {length} of {max} characters
      </span>
    </span>
  );
}

function IdeaChips({ onPick }: { onPick: (idea: TemplateForm) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="flex items-center gap-1.5 text-muted-foreground text-sm phone:w-full">
        <Lightbulb size={14} className="text-gold" />
        Start with an idea
      </span>
      {ideas.map((idea) => (
        <button
          key={idea.key}
          type="button"
          onClick={() => onPick(idea)}
          className="inline-flex h-7 shrink-0 touch-manipulation items-center rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
        >
          {idea.name}
        </button>
      ))}
    </div>
  );
}

const CHIPS = 4;

type Props = {
  onInsert: (name: string) => void;
  intoSubject: boolean;
  onIntoSubject: ((intoSubject: boolean) => void) | null;
};

function PlaceholderBar({ onInsert, intoSubject, onIntoSubject }: Props) {
  const { data: placeholders, error, mutate } = useRead("templates.placeholders", {});
  const { own = NO_FIELDS } = useFormExtras();
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <Menu
          label="Insert placeholder"
          className={buttonClass()}
          items={itemsOf(placeholders ?? [], own, onInsert)}
        >
          Insert placeholder
          <ChevronDown size={14} />
        </Menu>
        {onIntoSubject && (
          <ChoiceLine
            type="checkbox"
            checked={intoSubject}
            onChange={(event) => onIntoSubject(event.target.checked)}
          >
            Insert in Subject
          </ChoiceLine>
        )}
      </div>
      <div className="relative flex gap-2 md:flex-wrap phone:-mx-4 phone:overflow-x-auto phone:px-4 phone:[scrollbar-width:none]">
        {placeholders?.slice(0, CHIPS).map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => onInsert(name)}
            className="inline-flex h-7 shrink-0 touch-manipulation items-center gap-1 rounded-full border border-border-strong bg-card pr-2.5 pl-2 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
          >
            <Plus size={14} />
            <span className="sr-only">Insert </span>
            {name}
          </button>
        ))}
        {error && !placeholders && (
          <span className="flex items-center gap-1.5 text-muted-foreground text-sm">
            The placeholders could not be loaded.
            <button type="button" onClick={() => mutate()} className="link min-h-6 pointer-coarse:min-h-11">
              Try again
            </button>
          </span>
        )}
      </div>
    </div>
  );
}

const NO_FIELDS: OwnField[] = [];

function itemsOf(
  placeholders: readonly string[],
  own: readonly OwnField[],
  onInsert: Props["onInsert"],
): MenuItem[] {
  const fields = own.filter(({ placeholder }) => placeholders.includes(placeholder));
  const names = columnNames(fields);
  const known = placeholders.filter((name) => !fields.some(({ placeholder }) => placeholder === name));
  return [
    ...known.map((name) => ({ label: name, onSelect: () => onInsert(name) })),
    ...inGroups(fields).flatMap(([group, its]) =>
      its.map(({ id, label, placeholder }, i) => ({
        label: names.get(id) ?? label,
        ...(i === 0 && { heading: group }),
        onSelect: () => onInsert(placeholder),
      })),
    ),
  ];
}
