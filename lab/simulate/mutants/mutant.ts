/** A known bug. Replaces one text in one file of `server/`, or breaks the database. */
export type Mutant = { name: string; says: string; file?: string; from?: string; to?: string; sql?: string };
