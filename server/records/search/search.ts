import { FOUND } from "#lib/contract/search.ts";
import { fold, patternsOf, wordsOf } from "#server/platform/db/search.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { matchingSales } from "#server/records/sales/sale-page.ts";
import { matchingCampaigns, matchingMails, matchingNotes, matchingTasks } from "./found-records.ts";

export const search = {
  "search.records": async ({ user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search) ?? [];
    // One or two letters would match almost every text, so they only find contacts.
    if (!patterns.some((pattern) => !pattern.startsWith("% "))) return NOTHING;
    const asked = { organizationId, patterns, limit: FOUND, offset: 0 };
    return read(async (db) => {
      const sales = await matchingSales.newest(db).execute({ ...asked, patterns: patterns.map(inInvoice) });
      const notes = await matchingNotes(db).execute(asked);
      return {
        sales: sales.map(({ id, cost, createdAt, invoiceNumber, contactId, contactName }) => ({
          ...{ id, cost, createdAt, invoiceNumber },
          contact: { id: contactId, name: contactName },
        })),
        notes: notes.map(({ content, ...note }) => ({ ...note, excerpt: excerptOf(content, query.search) })),
        mails: await matchingMails(db).execute(asked),
        tasks: await matchingTasks(db, organizationId, patterns),
        campaigns: await matchingCampaigns(db, organizationId, query.search),
      };
    });
  },
} satisfies Partial<Handlers>;

const NOTHING = { sales: [], notes: [], mails: [], tasks: [], campaigns: [] };

/**
 * The third line of a sale's search text (platform/db/search.ts). Sales of a customer are found elsewhere.
 */
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
