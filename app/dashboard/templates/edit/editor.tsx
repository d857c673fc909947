"use client";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormProvider } from "react-hook-form";
import { Refused } from "#components/refused.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EditNotices } from "#components/ui/edit-notices.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useAlive } from "#components/ui/use-alive.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { token, unknownNames } from "#lib/contract/tokens.ts";
import { ahead } from "#lib/form-resolver.ts";
import { notify } from "#lib/notifications.ts";
import { Counter } from "./counter.tsx";
import { IdeaChips } from "./idea-chips.tsx";
import { insertAtCaret, type TextControl } from "./insert-text.ts";
import { PlaceholderBar } from "./placeholder-bar.tsx";
import { Preview } from "./preview.tsx";
import { BLANK, isSame, NEW } from "./template-text.ts";
import { TokenField } from "./token-field.tsx";
import { type EditorProps, loadSchema, useTemplateForm } from "./use-template-form.ts";

const FORM = "template";
const FIELDS = [
  { name: "name", label: "Name" },
  { name: "subject", label: "Subject" },
  { name: "content", label: "Content" },
];
const tabs = [
  { id: "write", label: "Write" },
  { id: "preview", label: "Preview" },
] as const;

/** A template beside what a contact would get of it; on phones, two tabs. */
export function Editor({ title, ...props }: EditorProps & { title: string }) {
  const { data: placeholders, error, mutate } = useRead("templates.placeholders", {});
  const [tab, setTab] = useState<"write" | "preview">("write");
  const [intoSubject, setIntoSubject] = useState(false);
  const subject = useRef<TextControl>(null);
  const content = useRef<TextControl>(null);

  // What is wrong gets the focus, which only a field that is shown can take.
  const onInvalid = () => flushSync(() => setTab("write"));
  const onSaved = (saved: TemplateForm) => {
    const [unknown] = placeholders ? unknownNames(`${saved.subject}\n${saved.content}`, placeholders) : [];
    if (unknown === undefined) return;
    const message = `${token(unknown)} is not a known placeholder.`;
    notify({ type: "warning", message });
  };
  const { form, text, dirty, save, refused, begin, takeTheirs, edit } = useTemplateForm(props, {
    onInvalid,
    onSaved,
  });

  const alive = useAlive();
  const { setFocus } = form;
  const begins = props.id === NEW;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and where that opens no on-screen keyboard
  useEffect(() => {
    if (begins && alive && matchMedia("(pointer: fine)").matches) setFocus("name");
  }, [alive]);

  function insert(name: string) {
    const field = intoSubject ? subject.current : content.current;
    if (field) insertAtCaret(field, token(name));
  }

  async function check() {
    const valid = await form.trigger(["subject", "content"]);
    if (valid) return true;
    onInvalid();
    return form.trigger(["subject", "content"], { shouldFocus: true });
  }

  const { isSubmitting } = form.formState;

  return (
    <FormProvider {...form}>
      <div className="items-start gap-4 md:grid min-[960px]:grid-cols-2">
        <div className="min-w-0 md:rounded-lg md:border md:bg-card md:shadow-1 phone:contents">
          <header className="sticky top-14 z-10 flex items-center gap-3 bg-background md:min-h-15 md:rounded-t-lg md:bg-card md:px-4 phone:-mx-4 phone:min-h-17 phone:px-4">
            <div className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
              <h1>{title}</h1>
              {dirty && <Badge tone="muted">Unsaved changes</Badge>}
            </div>
            <Button type="submit" form={FORM} variant="primary" busy={isSubmitting} data-shortcut="mod+s">
              {isSubmitting ? "Saving…" : "Save Template"}
            </Button>
          </header>
          <Tabs
            label={title}
            tabs={tabs}
            selected={tab}
            onSelect={setTab}
            className="-mx-4 bg-card px-2 md:hidden"
          />
          <Panel id="write" label="Write" shown={tab === "write"} className="md:border-0 md:shadow-none">
            <form id={FORM} noValidate onSubmit={save} onInput={ahead(loadSchema)}>
              {/* What is typed before the page is alive would be overwritten by what the form begins with. */}
              <fieldset
                disabled={!alive}
                className="grid min-w-0 gap-4 p-4 md:pt-1 [&_input]:scroll-mt-36 [&_textarea]:scroll-mt-36"
              >
                <EditNotices edit={edit} fields={FIELDS} />
                {refused && <Refused refusal={refused} onReload={takeTheirs} />}
                {props.id === NEW && isSame(text, BLANK) && <IdeaChips onPick={begin} />}
                <TextField
                  name="name"
                  label="Name"
                  required
                  autoComplete="off"
                  aside={<Counter name="name" max={100} />}
                />
                <PlaceholderBar
                  placeholders={placeholders}
                  failure={error?.message}
                  onRetry={() => mutate()}
                  onInsert={insert}
                  intoSubject={intoSubject}
                  onIntoSubject={setIntoSubject}
                />
                <TokenField
                  name="subject"
                  label="Subject"
                  required
                  control={subject}
                  placeholders={placeholders}
                  aside={<Counter name="subject" max={200} />}
                />
                <TokenField
                  name="content"
                  label="Content"
                  required
                  rows={10}
                  control={content}
                  placeholders={placeholders}
                />
              </fieldset>
            </form>
          </Panel>
        </div>
        <Panel
          id="preview"
          label="Preview"
          shown={tab === "preview"}
          className="min-[960px]:sticky min-[960px]:top-18"
        >
          <Preview text={text} placeholders={placeholders} check={check} />
        </Panel>
      </div>
    </FormProvider>
  );
}
