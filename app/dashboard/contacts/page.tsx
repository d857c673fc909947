import { Contacts } from "./contacts.tsx";

export default function ContactsPage() {
  return <Contacts />;
}
