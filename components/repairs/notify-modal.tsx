import { useState } from "react";
import { AskedForNoTexts, NoTexts } from "#components/no-texts.tsx";
import { SendForm } from "#components/send-form.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Answer } from "#lib/contract/contract.ts";
import type { NoticeWay } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { closingTime } from "#lib/opening-hours.ts";
import { linksOf } from "#lib/person.ts";
import { messageOf } from "./message.ts";

type Props = { id: string; onClose: () => void };

export function NotifyModal({ id, onClose }: Props) {
  const read = useRead("repairs.get", { params: { id } });
  const brand = useRead("organization.brand", {});
  const { data: me } = useMe();
  const { data: repair } = read;
  const customer = repair?.contact?.id;
  const contact = useRead("contacts.get", customer ? { params: { id: customer } } : null);
  const first = repair?.contact?.name.split(" ")[0] ?? "";
  const title =
    repair?.state === "READY"
      ? `Tell ${first} it’s ready`
      : `Send ${first} the ${repair?.state === "IN" ? "slip" : "estimate"}`;
  return (
    <Modal
      title={repair ? title : "Tell the customer"}
      description={repair && reachText(repair)}
      onClose={onClose}
    >
      {repair && me && !brand.isLoading && (!customer || contact.data) ? (
        <Message
          key={`${repair.state} ${contact.data?.noTexts?.at}`}
          repair={repair}
          contact={contact.data}
          store={{
            name: me.organizationName ?? "",
            address: brand.data?.address ?? "",
            closes: closesAt(brand.data, me.timezone),
          }}
          onClose={onClose}
        />
      ) : (
        <Pending read={repair ? contact : read} className="min-h-60" />
      )}
    </Modal>
  );
}

function closesAt(brand: Answer<"organization.brand"> | undefined, timezone: string | undefined): string {
  if (!brand?.hours || !brand.exceptions || !timezone) return "";
  return closingTime({ hours: brand.hours, exceptions: brand.exceptions }, timezone);
}

function reachText(repair: Repair): string {
  const { phone, email } = linksOf(repair);
  return [phone?.text, email?.text].filter(Boolean).join(" · ");
}

type MessageProps = {
  repair: Repair;
  contact: Contact | undefined;
  store: { name: string; address: string; closes: string };
  onClose: () => void;
};

function Message({ repair, contact, store, onClose }: MessageProps) {
  const money = useMoney();
  const { act, pending } = useAct("repairs.notify");
  const [refused, setRefused] = useState("");

  async function note(how: NoticeWay) {
    const { id, state, notified } = repair;
    const body = { how, from: state, seenAt: notified?.at ?? null };
    const { ok, refused } = await act({ params: { id }, body });
    if (ok) onClose();
    else setRefused(refused?.text ?? "");
  }

  return (
    <SendForm
      ways={contact?.noTexts ? ["EMAIL"] : ["TEXT", "WHATSAPP", "EMAIL"]}
      notice={contact && <NoTexts contact={contact} />}
      refuse={contact && <AskedForNoTexts contact={contact} />}
      person={repair}
      subject={`Your repair at ${store.name}`}
      start={messageOf({ repair, store, money, link: `${window.location.origin}/r/${repair.token}` })}
      pending={pending}
      refused={refused}
      onSent={note}
    >
      <Button busy={pending} onClick={() => note("CALL")} className="phone:h-12 phone:flex-1">
        I called
      </Button>
    </SendForm>
  );
}
