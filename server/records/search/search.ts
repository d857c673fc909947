import { desc, eq, sql } from "drizzle-orm";
import { FOUND } from "#lib/contract/search.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { matchingPage } from "#server/platform/db/paging.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { texts } from "#server/platform/db/record.ts";
import { contacts, notes } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { fold, patternsOf, wordsOf } from "#server/platform/db/search.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { foundRepairs } from "#server/records/repairs/lists.ts";
import { matchingSales } from "#server/records/sales/sales.ts";

const contact = { id: contacts.id, name: contactName };

const matchingNotes = prepared((db) =>
  db
    .select({ id: notes.id, content: notes.content, createdAt: notes.createdAt, contact })
    .from(matchingPage("notes", "newest"))
    .innerJoin(notes, eq(notes.id, sql`page.id`))
    .innerJoin(contacts, eq(contacts.id, notes.contactId))
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .prepare("matching_notes"),
);

const matchingMails = prepared((db) =>
  db
    .select({ ...pick(mails, "id", "toName", "subject", "state", "createdAt"), contact })
    .from(matchingPage("mails", "newest"))
    .innerJoin(mails, eq(mails.id, sql`page.id`))
    .leftJoin(contacts, eq(contacts.id, mails.contactId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .prepare("matching_mails"),
);

const MAX_TASKS = 1000;

type FoundTask = {
  id: string;
  what: string;
  dueDay: string;
  isDone: boolean;
  createdAt: string;
  contactId: string | null;
  contactName: string | null;
};

async function matchingTasks(db: Db, patterns: string[]) {
  const own = sql`from ${owned("tasks")} where kind in ('TASK', 'CALL')`;
  const { rows } = await db.execute<FoundTask>(sql`
    select found.id, found.name as what, found.due_day::text as "dueDay", found.done_at is not null as "isDone",
      to_char(found.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      c.id as "contactId", trim(c.first_name || ' ' || c.last_name) as "contactName"
    from ((select * ${own} and done_at is null order by due_day, id limit ${MAX_TASKS})
      union all (select * ${own} and done_at is not null order by done_at desc, id desc limit ${MAX_TASKS})) as found
    left join ${owned("contacts", "c")} on c.id = found.contact_id
    where ' ' || latin_fold(found.name || ' ' || coalesce(found.detail, ''))
      like all (${texts(patterns)})
    order by found.done_at is not null, case when found.done_at is null then found.due_day end, found.done_at desc, found.id
    limit ${FOUND}`);
  return rows.map(({ contactId, contactName, ...task }) => ({
    ...task,
    contact: contactId ? { id: contactId, name: contactName ?? "" } : null,
  }));
}

function matchingCampaigns(db: Db, text: string) {
  return db
    .select({ id: campaigns.id, name: campaigns.name, state: campaigns.state })
    .from(campaigns)
    .where(sql`strpos(latin_fold(${campaigns.name}), latin_fold(${text.trim()})) > 0`)
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(FOUND);
}

export const search = {
  "search.records": async ({ query, read }) => {
    const patterns = patternsOf(query.search) ?? [];
    // One or two letters would match almost every text, so they only find contacts.
    if (!patterns.some((pattern) => !pattern.startsWith("% "))) return NOTHING;
    const asked = { patterns, limit: FOUND, offset: 0 };
    return read(async (db) => {
      const sales = await matchingSales.newest(db).execute({ ...asked, patterns: patterns.map(inInvoice) });
      const notes = await matchingNotes(db).execute(asked);
      return {
        repairs: await foundRepairs(db, query.search, FOUND),
        sales: sales.map(({ id, cost, createdAt, invoiceNumber, contactId, contactName }) => ({
          ...{ id, cost, createdAt, invoiceNumber },
          contact: { id: contactId, name: contactName },
        })),
        notes: notes.map(({ content, ...note }) => ({ ...note, excerpt: excerptOf(content, query.search) })),
        mails: await matchingMails(db).execute(asked),
        tasks: await matchingTasks(db, patterns),
        campaigns: await matchingCampaigns(db, query.search),
      };
    });
  },
} satisfies Partial<Handlers>;

const NOTHING = { repairs: [], sales: [], notes: [], mails: [], tasks: [], campaigns: [] };

/** The third line of a sale's search text (platform/db/search.ts). Sales of a customer are found elsewhere. */
function inInvoice(pattern: string): string {
  return `%\n%\n${pattern}`;
}

const BEFORE = 30;
const LENGTH = 140;

export function excerptOf(content: string, term: string): string {
  const line = content.replace(/\s+/g, " ").trim();
  const words = wordsOf(term);
  // Folding is expensive, so fold each word once.
  const isMatch = (folded: string) => words.some((sought) => folded.includes(sought));
  const at = [...line.matchAll(/\S+/g)].find(([word]) => isMatch(fold(word)))?.index ?? 0;
  const from = at <= BEFORE ? 0 : line.indexOf(" ", at - BEFORE) + 1;
  const cut = line.slice(from, from + LENGTH);
  return `${from > 0 ? "…" : ""}${cut.trim()}${from + LENGTH < line.length ? "…" : ""}`;
}
