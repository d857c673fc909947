"use client";
import { Send } from "lucide-react";
import { useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { messages } from "#lib/api/messages.ts";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";

const KEPT = {
  texts: { ...messages["templates.test"], success: "Test email kept here: no email leaves this store yet" },
};

type Props = {
  text: TemplateForm;
  /** Whose words are filled in; without one, those of the person at the screen. */
  contactId: string | undefined;
  check: () => Promise<boolean>;
};

/** Sends the text as it stands to whoever is signed in, saved or not. */
export function TestMail({ text: { subject, content }, contactId, check }: Props) {
  const { data: me } = useMe();
  const { act, pending } = useAct("templates.test", me?.keepsMail ? KEPT : {});
  const [refused, setRefused] = useState("");

  async function send() {
    if (pending || !(await check())) return;
    const outcome = await act({ body: { subject, content, contactId } });
    setRefused(refusal("templates.test", outcome)?.text ?? "");
  }

  return (
    <>
      <Button onClick={send} busy={pending}>
        {!pending && <Send size={16} strokeWidth={1.75} aria-hidden="true" />}
        {pending ? "Sending…" : "Send me a test"}
      </Button>
      {refused && (
        <div className="basis-full">
          <Alert>{refused}</Alert>
        </div>
      )}
    </>
  );
}
