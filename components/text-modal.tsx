import { useState } from "react";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { contactName, linksOf } from "#lib/person.ts";
import { ContactModal } from "./contact-modal.tsx";
import { SendForm, type Way } from "./send-form.tsx";
import { Modal } from "./ui/modal.tsx";
import { Pending } from "./ui/states.tsx";

const TEXTS = { success: "Text noted in the timeline", failure: "Failed to note the text" };

export function TextModal({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const read = useRead("contacts.get", { params: { id: contactId } });
  const { data: contact } = read;
  const { act, pending } = useAct("notes.create", { texts: TEXTS, quiet: true });
  const [refused, setRefused] = useState("");
  const [isEditing, setEditing] = useState(false);
  if (contact && isEditing) return <ContactModal contact={contact} onClose={() => setEditing(false)} />;

  async function note(way: Way, text: string) {
    const deed = way === "WHATSAPP" ? "Texted with WhatsApp" : "Texted";
    const content = [deed, text.trim()].filter(Boolean).join(": ");
    const { ok, refused } = await act({ body: { contactId, content } });
    if (ok) onClose();
    else setRefused(refused?.text ?? TEXTS.failure);
  }

  return (
    <Modal
      title={contact ? `Text ${contact.firstName || contactName(contact)}` : "Text"}
      description={contact && linksOf(contact).phone?.text}
      onClose={onClose}
    >
      {contact ? (
        <SendForm
          ways={["TEXT", "WHATSAPP"]}
          person={contact}
          start={contact.firstName ? `Hi ${contact.firstName}, ` : "Hello, "}
          pending={pending}
          refused={refused}
          onSent={note}
          addNumber={
            <button type="button" onClick={() => setEditing(true)} className="link">
              Add the full number to text
            </button>
          }
        />
      ) : (
        <Pending read={read} className="min-h-60" />
      )}
    </Modal>
  );
}
