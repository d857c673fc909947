"use client";
import { MailX } from "lucide-react";
import { useParams, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { isGone, MissingRecord } from "#components/missing-record.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Pending } from "#components/ui/states.tsx";
import { readKey } from "#lib/api/keys.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Template } from "#lib/contract/templates.ts";
import { ideas } from "../ideas.ts";
import { Editor } from "./editor.tsx";
import { BLANK, copyTemplate, NEW, type Start } from "./use-template-form.ts";

type Session = { key: number; route: string; id: string };

export function TemplateEditor() {
  const { id: route = NEW } = useParams<{ id: string }>();
  const router = useRouter();
  const [session, setSession] = useState<Session>({ key: 0, route, id: route });
  if (route !== session.route) {
    const caughtUp = route === session.id;
    setSession(caughtUp ? { ...session, route } : { key: session.key + 1, route, id: route });
  }

  function onCreated(id: string | null) {
    // The host sent no id; the new template is at the top of the list.
    if (id === null) return router.push("/dashboard/templates");
    setSession((current) => ({ ...current, id }));
    router.replace(`/dashboard/templates/edit/${id}`, { scroll: false });
  }

  return <OpenTemplate key={session.key} id={session.id} onCreated={onCreated} />;
}

type Props = { id: string; onCreated: (id: string | null) => void };

function OpenTemplate({ id, onCreated }: Props) {
  const params = useSearchParams();
  // The URL loses its parameters, and a new template gets an id.
  const [origin] = useState({ id, copy: params.get("copy"), idea: params.get("idea") });
  const source = id === NEW ? origin.copy : id;
  const readable = source !== null && /^[\w-]{1,64}$/.test(source);
  const fromList = useFromList(source);
  const read = useRead("templates.get", readable ? { params: { id: source } } : null, {
    fallbackData: fromList,
  });
  const { data, error, mutate } = read;

  const missing = !readable || isGone(error, data !== fromList && data);
  const [begun, setBegun] = useState<Start>();
  const start = begun ?? startText(origin, data, missing);
  if (start && !begun) setBegun(start);
  if (origin.id !== NEW && missing) return <NotFoundTemplate id={id} />;
  const title = id === NEW ? "Create Template" : "Edit Template";
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      {start ? (
        <Editor
          id={id}
          title={title}
          start={start}
          stored={data?.id === id ? data : undefined}
          read={mutate}
          onCreated={onCreated}
        />
      ) : (
        <section aria-label={title} className="min-h-96 rounded-lg border bg-card shadow-1 phone:-mx-4">
          <h1 className="px-4 pt-4">{title}</h1>
          <Pending read={read} className="pt-24" />
        </section>
      )}
    </>
  );
}

type Origin = { id: string; copy: string | null; idea: string | null };

function startText(origin: Origin, data: Template | undefined, missing: boolean): Start | undefined {
  if (origin.id !== NEW) return data;
  if (origin.copy !== null && !missing) return data && copyTemplate(data);
  return ideas.find(({ key }) => key === origin.idea) ?? BLANK;
}

function useFromList(id: string | null): Template | undefined {
  const { cache } = useSWRConfig();
  const [fromList] = useState(() => {
    const templates: Template[] | undefined = cache.get(readKey("templates.list", {}))?.data;
    return templates?.find((template) => template.id === id && template.content);
  });
  return fromList;
}

function NotFoundTemplate({ id }: { id: string }) {
  return (
    <MissingRecord
      kind="template"
      record={id}
      icon={MailX}
      href="/dashboard/templates"
      back="Back to templates"
    />
  );
}
