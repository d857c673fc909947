export type Stripped = { bytes: Buffer; width: number | null; height: number | null };

/** Many tiny segments or chunks take far more memory than the file. */
export const MAX_PIECES = 20_000;
