import { type Exported, id, user, whole } from "./lists.ts";

export const mailLists: Exported[] = [
  {
    file: "mails",
    what: "All emails with their state. The texts are in the JSON, without sign-in links",
    table: "mails",
    fields: [
      ["To", "t.to_name"],
      ["Address", "t.to_address"],
      ["Subject", "t.subject"],
      ["Kind", "t.kind"],
      ["State", "t.state"],
      ["Reason", "t.reason"],
      ["Sent", "t.sent_at", "moment"],
      ["Created", "t.created_at", "moment"],
      id,
    ],
  },
  {
    file: "shared-mail",
    what: "Email from staff mailboxes that is shared with the team. Private email is not included",
    table: "letters",
    joins: user,
    fields: [
      ["Whose", whole("u")],
      ["From", "t.from_address"],
      ["To", "(select string_agg(each->>'address', ', ') from jsonb_array_elements(t.to) as each)"],
      ["Subject", "t.subject"],
      ["Text", "t.text"],
      ["When", "t.at", "moment"],
      ["Contact", "t.contact_id"],
      id,
    ],
  },
  {
    file: "not-mailed",
    what: "Addresses that receive or received no email, with the reason",
    table: "suppressions",
    fields: [
      ["Address", "t.address"],
      ["Reason", "t.reason"],
      ["Since", "t.created_at", "moment"],
      ["Lifted", "t.lifted_at", "moment"],
      ["Lifted by", "t.lifted_by"],
      ["Lifted because", "t.lifted_because"],
      id,
    ],
  },
];
