import { type ExportWatch, exportRows } from "#components/export-rows.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { typedDay } from "#lib/date-input.ts";
import { readDay } from "#lib/dates.ts";

type Wanted = {
  search: string;
  store?: string;
  timezone?: string;
  fits: (contact: Contact) => boolean;
};

const HEADERS = [
  "First Name",
  "Last Name",
  "Email",
  "Phone Number",
  "Birthday",
  "Anniversary",
  "Recent Sale",
  "Recent Sale Date",
];

/** The contacts that the search and the filter find, with columns that an import knows again. */
export function exportContacts(wanted: Wanted, watch: ExportWatch): Promise<number | null> {
  const date = (iso: string | null | undefined) => {
    const day = readDay(iso, wanted.timezone);
    return day ? typedDay(day) : "";
  };
  const cells = ({ recentSale, ...contact }: Contact) => [
    contact.firstName,
    contact.lastName,
    contact.email,
    contact.phoneNumber,
    date(contact.birthday),
    date(contact.anniversary),
    recentSale?.cost?.toFixed(2) ?? "",
    date(recentSale?.createdAt),
  ];
  return exportRows({ ...wanted, list: "contacts.list", what: "contacts", headers: HEADERS, cells }, watch);
}
