import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useTemplates } from "#lib/api/use-templates.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { contactName, linksOf } from "#lib/person.ts";
import { joined } from "#lib/text.ts";
import { ContactModal } from "./contact-modal.tsx";
import { AskedForNoTexts, NoTexts } from "./no-texts.tsx";
import { SendForm, type Way } from "./send-form.tsx";
import { buttonClass } from "./ui/button.tsx";
import { Menu } from "./ui/menu.tsx";
import { Modal } from "./ui/modal.tsx";
import { Pending } from "./ui/states.tsx";

const TEXTS = { success: "Text noted in the timeline", failure: "Failed to note the text" };

type Props = {
  contactId: string;
  repairId?: string | undefined;
  templateId?: string | null | undefined;
  onNoted?: () => void;
  onClose: () => void;
};

export function TextModal(props: Props) {
  const { contactId, onClose } = props;
  const { data: contact } = useRead("contacts.get", { params: { id: contactId } });
  const [isEditing, setEditing] = useState(false);
  if (contact && isEditing) return <ContactModal contact={contact} onClose={() => setEditing(false)} />;
  return (
    <Modal
      title={contact ? `Text ${contact.firstName || contactName(contact)}` : "Text"}
      description={linksOf(contact ?? {}).phone?.text}
      onClose={onClose}
    >
      <TextBody {...props} onEdit={() => setEditing(true)} />
    </Modal>
  );
}

export function TextForm(props: Props) {
  const { data: contact } = useRead("contacts.get", { params: { id: props.contactId } });
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <TextBody {...props} onEdit={() => setEditing(true)} />
      {contact && isEditing && <ContactModal contact={contact} onClose={() => setEditing(false)} />}
    </>
  );
}

type BodyProps = Props & { onEdit: () => void };

function TextBody({ contactId, repairId, templateId, onNoted, onClose, onEdit }: BodyProps) {
  const read = useRead("contacts.get", { params: { id: contactId } });
  const { data: contact } = read;
  const template = useRead(
    "templates.filled",
    templateId ? { params: { id: templateId }, query: { contactId } } : null,
  );
  const isLoading = Boolean(templateId) && !template.data && !template.error;
  const { act, pending } = useAct("notes.create", { texts: TEXTS, quiet: true });
  const [refused, setRefused] = useState("");

  async function note(way: Way, text: string) {
    const deed = way === "WHATSAPP" ? "Texted with WhatsApp" : "Texted";
    const content = joined(": ", deed, text.trim());
    const { ok, refused } = await act({ body: { contactId, repairId, content, isText: true } });
    if (ok) {
      onNoted?.();
      return onClose();
    }
    setRefused(refused?.text ?? TEXTS.failure);
    // The contact may just have asked for no texts.
    await read.mutate();
  }

  if (contact?.noTexts) return <CallOrEmail contact={contact} />;
  return contact && !isLoading ? (
    <SendForm
      ways={["TEXT", "WHATSAPP"]}
      person={contact}
      start={template.data?.content ?? greeting(contact)}
      pending={pending}
      refused={refused}
      onSent={note}
      refuse={<AskedForNoTexts contact={contact} />}
      templates={(fill) => <TextTemplates contactId={contactId} onFill={fill} onRefused={setRefused} />}
      addNumber={
        <button type="button" onClick={onEdit} className="link">
          Add the full number to text
        </button>
      }
    />
  ) : (
    <Pending read={read} className="min-h-60" />
  );
}

function greeting({ firstName }: { firstName: string }): string {
  return firstName ? `Hi ${firstName}, ` : "Hello, ";
}

type TemplatesProps = { contactId: string; onFill: (text: string) => void; onRefused: (why: string) => void };

function TextTemplates({ contactId, onFill, onRefused }: TemplatesProps) {
  const { data: templates = [] } = useTemplates("TEXT");

  async function fill(id: string) {
    const filled = await call("templates.filled", { params: { id }, query: { contactId } }).catch(() => null);
    if (filled) onFill(filled.content);
    else onRefused("The template could not be loaded.");
  }

  if (templates.length === 0) return null;
  const items = templates.map(({ id, name }) => ({ label: name || "No name", onSelect: () => fill(id) }));
  return (
    <Menu label="Use a template" className={buttonClass()} items={items}>
      Template
      <ChevronDown size={14} aria-hidden="true" />
    </Menu>
  );
}

function CallOrEmail({ contact }: { contact: Contact }) {
  const { phone, email } = linksOf(contact);
  return (
    <>
      <div className="px-5 pt-1 pb-5">
        <NoTexts contact={contact} />
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
        <Instead verb="Call" href={phone?.href} />
        <Instead verb="Email instead" href={email?.href} variant="primary" />
      </footer>
    </>
  );
}

type InsteadProps = { verb: string; href: string | undefined; variant?: "primary" };

function Instead({ verb, href, variant }: InsteadProps) {
  return href ? (
    <a href={href} className={buttonClass({ variant, className: "phone:h-12 phone:flex-1" })}>
      {verb}
    </a>
  ) : null;
}
