export type Stripped = { bytes: Buffer; width: number | null; height: number | null };

/** A file of nothing but beginnings would take more room than its bytes. */
export const MOST_PIECES = 20_000;
