import { type Exported, id, user, whole } from "./lists.ts";

/** Exported email. */
export const mailLists: Exported[] = [
  {
    file: "mails",
    what: "Every mail, and what became of it; their texts stand in the JSON, without the links that let in",
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
    what: "Mail of people's own mailboxes that they share with the team; what they do not share is theirs, and not here",
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
    what: "Addresses that get no mails, or got none for a time, and why",
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
