import { historyKinds } from "#lib/contract/record-kinds.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { kindsWord } from "#lib/journal-words.ts";
import { capitalize } from "#lib/text.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import { type Table, tables } from "#server/platform/db/tables.ts";
import type { Field } from "./field.ts";
import { contact, type Exported, id, leftJoin, lists, user, whole } from "./lists.ts";
import { noteFiles } from "./note-files.ts";

const moreAddresses: Exported = {
  file: "contact-addresses",
  what: "More emails and phone numbers of contacts",
  table: "contact_addresses",
  joins: contact,
  fields: [
    ["Contact", whole("c")],
    ["Email or phone number", "t.name"],
    ["Kind", "lower(t.kind)"],
    ["Added", "t.created_at", "moment"],
    id,
    ["Contact ID", "t.contact_id"],
  ],
};

const related: Exported = {
  file: "relations",
  what: "Relations between contacts",
  table: "relations",
  joins: `${contact} ${leftJoin("contacts o", "t.other_id")}`,
  fields: [
    ["Contact", whole("c")],
    ["Other contact", whole("o")],
    ["The other is", "t.name"],
    ["The contact is", "t.other_name"],
    ["Created by", "t.created_by"],
    ["Created", "t.created_at", "moment"],
    id,
    ["Contact ID", "t.contact_id"],
    ["Other contact ID", "t.other_id"],
  ],
};

const mailLists: Exported[] = [
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

/** A note's name is its text, which may be in the trash. */
const named = "case when t.kind = 'note' then '' else t.name end";

const OF_STORE = "t.organization_id = (select current_organization())";

const described: Exported[] = [
  ...lists,
  {
    file: "appointment-types",
    what: "Appointment types and their rules",
    table: "appointment_types",
    fields: [
      ["Name", "t.name"],
      ["Minutes", "t.default_meeting_length"],
      ["Days ahead", "t.days_in_advance"],
      ["Place", "trim(lower(t.place) || ' ' || t.place_text)"],
      ["Link", "t.slug"],
      ["Staff only", "case when t.is_hidden then 'yes' else 'no' end"],
      ["Created", "t.created_at", "moment"],
      id,
    ],
  },
  {
    file: "waiting-list",
    what: "Waiting list entries, current and past",
    table: "wishes",
    joins: `${user} ${leftJoin("appointment_types a", "t.appointment_type_id")}`,
    fields: [
      ["Name", "t.name"],
      ["Email", "t.email"],
      ["Phone Number", "t.phone_number"],
      ["Appointment Type", "a.name"],
      ["With", whole("u")],
      ["From", "t.from_day", "day"],
      ["To", "t.to_day", "day"],
      ["Time of day", "lower(t.time_of_day)"],
      ["State", "lower(t.state)"],
      ["Asked", "t.created_at", "moment"],
      id,
    ],
  },
  noteFiles,
  moreAddresses,
  related,
  {
    file: "tasks",
    what: "Tasks, open and done",
    table: "tasks",
    joins: `${user} ${contact}`,
    fields: [
      ["What", "t.name"],
      ["Detail", "t.detail"],
      ["For", `coalesce(${whole("u")}, 'Everyone')`],
      ["About", whole("c")],
      ["Due", "t.due_day", "day"],
      ["Time", "t.due_time"],
      ["Repeats", "nullif(lower(t.repeat), 'none')"],
      ["Done", "t.done_at", "moment"],
      ["Done by", "t.done_by"],
      ["Created by", "t.created_by"],
      ["Created", "t.created_at", "moment"],
      id,
    ],
  },
  {
    file: "fields",
    what: "The store's own fields. Their values are columns of contacts and sales; in JSON they are listed by field ID",
    table: "own_fields",
    order: "t.position, t.id",
    fields: [
      ["Of", "t.of"],
      ["Name", "t.name"],
      ["Group", "t.group_name"],
      ["Kind", "t.kind"],
      ["Unit", "t.suffix"],
      ["Placeholder", "t.placeholder"],
      ["Options", "(select string_agg(one->>'text', ', ') from jsonb_array_elements(t.options) as one)"],
      ["Required", "case when t.is_required then 'yes' else 'no' end"],
      ["Searchable", "case when t.is_searchable then 'yes' else 'no' end"],
      ["Archived", "case when t.is_archived then 'yes' else 'no' end"],
      id,
    ],
  },
  {
    file: "tags",
    what: "Tags. The list of contacts shows which contact has which tag",
    table: "tags",
    fields: [["Tag", "t.name"], ["Created", "t.created_at", "moment"], id],
  },
  { file: "contact-tags", what: "Tags of each contact", table: "contact_tags" },
  { file: "offers", what: "Times that were reserved for waiting list entries", table: "offers" },
  {
    file: "templates",
    what: "Templates",
    table: "templates",
    fields: [
      ["Kind", "lower(t.kind)"],
      ["Name", "t.name"],
      ["Subject", "t.subject"],
      ["Content", "t.content"],
      ["Created", "t.created_at", "moment"],
      ["Changed", "t.updated_at", "moment"],
      id,
    ],
  },
  {
    file: "automations",
    what: "Automations. Their conditions are in the JSON",
    table: "automations",
    joins: leftJoin("templates m", "t.template_id"),
    fields: [
      ["Name", "t.name"],
      ["Trigger", "lower(replace(t.trigger_type, '_', ' '))"],
      ["Schedule", "t.schedule"],
      ["Template", "m.name"],
      ["Task", "t.task->>'what'"],
      ["Active", "case when t.is_active then 'yes' else 'no' end"],
      ["Last run", "t.last_run_at", "moment"],
      ["Created", "t.created_at", "moment"],
      id,
    ],
  },
  {
    file: "segments",
    what: "Saved segments, without people's private ones. Their conditions are in the JSON",
    table: "segments",
    own: `${OF_STORE} and t.is_shared`,
    fields: [
      ["Name", "t.name"],
      ["Of", "t.of"],
      ["Saved by", "t.created_by"],
      ["Created", "t.created_at", "moment"],
      ["Changed", "t.updated_at", "moment"],
      id,
    ],
  },
  { file: "campaigns", what: "Campaigns. Their recipients are in the list of emails", table: "campaigns" },
  {
    file: "campaign-contacts",
    what: "Individually chosen contacts of campaigns",
    table: "campaign_contacts",
  },
  ...mailLists,
  {
    file: "team",
    what: "The team, without passwords. Bookable hours are in the JSON",
    table: "users",
    fields: [
      ["First Name", "t.first_name"],
      ["Last Name", "t.last_name"],
      ["Email", "t.email"],
      ["Role", "lower(t.role::text)"],
      ["Since", "t.created_at", "moment"],
      id,
    ],
  },
  {
    file: "days-off",
    what: "Days off and special hours of people and the store",
    table: "hours_exceptions",
    joins: user,
    fields: [
      ["Who", `coalesce(${whole("u")}, 'Everyone')`],
      ["From", "t.from_day", "day"],
      ["To", "t.to_day", "day"],
      ["Reason", "t.reason"],
      ["Entered by", "t.created_by"],
      id,
    ],
  },
  {
    file: "calendar-events",
    what: "Events in the calendars that Loupe keeps for staff",
    table: "calendar_events",
    joins: user,
    order: "t.user_id, t.calendar_id, t.uid",
    fields: [
      ["Title", "t.title"],
      ["Whose", whole("u")],
      ["Start", "t.starts_at", "moment"],
      ["End", "t.ends_at", "moment"],
      ["All day", "case when t.is_all_day then 'yes' else 'no' end"],
    ],
  },
  {
    file: "history",
    what: "Who changed what and when. Deleted records are named without their contents",
    table: "journal",
    own: `${OF_STORE} and t.private_to is null`,
    fields: [
      ["When", "t.at", "moment"],
      ["Who", "coalesce(t.actor_name, t.actor_kind)"],
      ["What", "t.action"],
      ["Kind", "t.kind"],
      ["Name", named],
      ["Record", "t.record_id"],
    ],
  },
  {
    file: "imports",
    what: "Imported files",
    table: "imports",
    fields: [
      ["File", "t.name"],
      ["By", "t.created_by"],
      ["When", "t.created_at", "moment"],
      ["State", "t.state"],
      ["Added", "t.added"],
      ["Updated", "t.updated"],
      id,
    ],
  },
  { file: "different-people", what: "Contacts marked as different people", table: "distinct_contacts" },
  { file: "accounts", what: "Mail and calendar accounts, without passwords and keys", table: "accounts" },
  {
    file: "store",
    what: "The store's settings",
    table: "organizations",
    own: "t.id = (select current_organization())",
  },
];

export const HIDDEN = [
  ...yearlyKeys.map((key) => yearlyColumns(key).monthDay.name),
  ..."organization_id password_hash secrets external_id request_key message_id search known undo undo_until".split(
    " ",
  ),
  ..."key_id address_key email_key phone_key name_key lease_until has_not_left hash ics ics_method".split(
    " ",
  ),
  ..."calendar_state calendar_attempts calendar_due_at next_mail_at line_due_at setup facts mark turn".split(
    " ",
  ),
];

export function plainFile({ name, kind, columns }: Table): Exported {
  const shown = columns.filter((one) => !HIDDEN.includes(one.name) && !/^(id|version)$|_id$/.test(one.name));
  const fields = shown.map(({ name: column, type }): Field => {
    const short = column.replace(/_at$/, "");
    const isTaken = shown.some((one) => one.name === short);
    const heading = capitalize((isTaken ? column : short).replaceAll("_", " "));
    if (type === "boolean") return [heading, `case when t.${column} then 'yes' else 'no' end`];
    if (type === "date") return [heading, `t.${column}`, "day"];
    return [heading, `t.${column}`, type.startsWith("timestamp") ? "moment" : "text"];
  });
  const file = name.replaceAll("_", "-");
  const word = historyKinds.find((known) => known === kind);
  return { file, what: word ? kindsWord(word) : capitalize(file), table: name, fields: [...fields, id] };
}

export const exported: Exported[] = [
  ...described,
  ...tables
    .filter(({ name, exported }) => exported === true && !described.some(({ table }) => table === name))
    .map(plainFile),
];

const hidden = `'{${HIDDEN.join(",")}}'::text[]`;
/** The long part of a link is secret. */
const unlinked = (column: string) =>
  `case when t.kind not in ('invitation', 'password', 'security') then regexp_replace(t.${column}, '[A-Za-z0-9_-]{40,}', '…', 'g') end`;

/** False for records that are in the trash or erased. */
const isThere = `(select l.action from journal l where l.organization_id = t.organization_id
  and l.record_id = t.record_id order by l.id desc limit 1) <> 'deleted'`;

const INSTEAD: Record<string, string> = {
  mails: `jsonb_build_object('text', ${unlinked("text")}, 'html', ${unlinked("html")})`,
  journal: `jsonb_build_object('name', ${named},
    'was', case when t.action <> 'deleted' and ${isThere} then t.was - ${hidden} end,
    'now', case when ${isThere} then t.now - ${hidden} end)`,
};

export function recordOf({ table }: Exported): string {
  const instead = INSTEAD[table];
  return `(to_jsonb(t) - ${hidden}${instead ? ` || ${instead}` : ""})::text`;
}
