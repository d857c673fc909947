import { type RepairState, readTicketNumber, repairStates, repairWords } from "#lib/contract/repair-terms.ts";

export const REPAIR_COLUMNS = {
  ticket: [
    ...[
      "ticketnumber",
      "ticket",
      "ticketno",
      "ticketid",
      "repairnumber",
      "repairno",
      "repairid",
      "jobnumber",
    ],
    ...["jobno", "job", "envelope", "envelopenumber", "envelopeno", "workorder", "workordernumber"],
    ...["auftragsnummer", "auftragsnr", "auftrag", "reparaturnummer"],
  ],
  piece: [
    ...["piece", "item", "itemdescription", "itemname", "article", "product", "jewelry", "description"],
    ...["schmuckstuck", "stuck", "gegenstand", "artikel"],
  ],
  work: [
    ...["work", "worktodo", "workneeded", "repair", "repairs", "repairtype", "repairdescription", "service"],
    ...["jobdescription", "task", "tasks", "arbeit", "arbeiten", "reparatur"],
  ],
  promised: [
    ...["promised", "promisedate", "promiseddate", "promisedday", "promisedfor", "promisedby", "promise"],
    ...[
      "readyby",
      "duedate",
      "due",
      "dueby",
      "pickupdate",
      "fertigam",
      "fertigbis",
      "zugesagt",
      "abholdatum",
    ],
  ],
  status: ["status", "state", "repairstatus", "jobstatus", "ticketstatus", "stage", "zustand"],
  cost: [
    ...["estimate", "estimatedcost", "estimatedprice", "quote", "quoted", "quotedprice", "price", "total"],
    ...["amount", "cost", "kostenvoranschlag", "preis", "betrag"],
  ],
  deposit: ["deposit", "depositpaid", "downpayment", "prepaid", "prepayment", "anzahlung"],
  date: [
    ...["datein", "received", "receiveddate", "datereceived", "receivedon", "takenin", "intakedate"],
    ...["dropoffdate", "annahme", "annahmedatum", "eingang"],
  ],
  workshop: ["workshop", "sentto", "vendor", "werkstatt"],
  keptIn: ["keptin", "location", "storage", "bin", "drawer", "shelf", "lagerort", "fach"],
  words: ["intheirwords", "instructions", "specialinstructions", "customerrequest", "problem"],
};

/** "Completed" is missing, because it may mean ready or handed over. */
const STATES: Record<RepairState, RegExp> = {
  IN: /^(new|open|received|taken in|intake|checked in|dropped off|not started|neu|offen|angenommen)$/,
  WAITING:
    /^((waiting|awaiting|needs?|pending) (for )?(approval|ok|customer approval|customer ok)|(quote|estimate) sent|quoted|wartet auf freigabe)$/,
  BENCH:
    /^(bench|on (the )?bench|in (progress|process|work|repair)|started|working|in (arbeit|bearbeitung))$/,
  AWAY: /^(sent (out|away)|out|outsourced|(at|with) (the |a )?(workshop|vendor)|auswärts|außer haus)$/,
  READY: /^(ready (for|to) (pick[- ]?up|collect(ion)?)|to be picked up|abholbereit|fertig zur abholung)$/,
  HANDED_OVER: /^(picked up|collected|delivered|closed|abgeholt|ausgeliefert)$/,
  RETURNED: /^(returned( undone)?|not repaired|unrepaired|declined|cancell?ed|storniert)$/,
};

export function stateIn(text: string): RepairState | undefined {
  const said = text
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, " ");
  return repairStates.find((state) => repairWords[state].toLowerCase() === said || STATES[state].test(said));
}

const HIGHEST = 99_999_999;

/** The prefix is empty if only the number is written. */
export function ticketIn(text: string): { prefix: string; number: number } | null {
  const number = readTicketNumber(text.replace(/^\s*#/, ""));
  if (!number || number > HIGHEST) return null;
  return { number, prefix: /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "" };
}
