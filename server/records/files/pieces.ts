export type Stripped = { bytes: Buffer; width: number | null; height: number | null };

/** Limit of segments or chunks per file, because many tiny ones take far more memory than the file. */
export const MAX_PIECES = 20_000;
