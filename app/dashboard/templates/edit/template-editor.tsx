"use client";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { OpenTemplate } from "./open-template.tsx";
import { NEW } from "./template-text.ts";

/** `route` is the id in the path, `id` the one of the template, which a new one has before its path does. */
type Session = { key: number; route: string; id: string };

/** The editor of the path's template. It stays the same when the template in it is created, and begins anew for another. */
export function TemplateEditor() {
  const { id: route = NEW } = useParams<{ id: string }>();
  const router = useRouter();
  const [session, setSession] = useState<Session>({ key: 0, route, id: route });
  if (route !== session.route) {
    const caughtUp = route === session.id;
    setSession(caughtUp ? { ...session, route } : { key: session.key + 1, route, id: route });
  }

  function onCreated(id: string | null) {
    // A host that names no id: the new template is found at the top of the list.
    if (id === null) return router.push("/dashboard/templates");
    setSession((current) => ({ ...current, id }));
    router.replace(`/dashboard/templates/edit/${id}`, { scroll: false });
  }

  return <OpenTemplate key={session.key} id={session.id} onCreated={onCreated} />;
}
