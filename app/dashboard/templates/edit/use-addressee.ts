import { useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import type { Option } from "#components/ui/combobox.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { piecesOf } from "#lib/contract/tokens.ts";
import { fullName } from "#lib/text.ts";
import { type Addressee, previewValues } from "./preview-values.ts";

const NEWEST = { query: { page: 1, limit: 1, sort: "createdAt:desc" as const } };

/**
 * Who a text is previewed for, with what it would be filled in with: the newest contact until one is picked, and the
 * person at the screen where there is no contact. `values` is undefined until somebody is known.
 */
export function useAddressee(text: string) {
  const [picked, pick] = useState<Option | null>(null);
  const { data: me } = useMe();
  const newest = useRead("contacts.list", picked ? null : NEWEST);
  const chosen = useRead("contacts.get", picked ? { params: { id: picked.id } } : null);

  const contact = (picked ? chosen.data : undefined) ?? newest.data?.[0];
  const nobody = newest.data?.length === 0 || newest.error !== undefined;
  const addressee: Addressee | undefined =
    contact ?? (nobody && me ? { ...me, email: me.email ?? "" } : undefined);
  const buys = piecesOf(text).some(({ name }) => name?.toLowerCase().startsWith("lastpurchase"));
  const sales = useRead("sales.ofContact", contact && buys ? { params: { id: contact.id } } : null);

  const values =
    addressee &&
    previewValues({
      addressee,
      sales: contact ? sales.data : [],
      storeName: me?.organizationName,
      timezone: me?.timezone,
    });
  const option = contact && { id: contact.id, name: fullName(contact) || contact.email || "No name" };
  return { contact: option, addressee, values, pick, failed: picked ? chosen.error !== undefined : false };
}
