type Failure = { status: 400 | 404 | 409 | 503; message: string };

const INVALID: Failure = { status: 400, message: "Invalid input" };
const GONE: Failure = { status: 404, message: "This record does not exist" };
const TAKEN: Failure = { status: 409, message: "This already exists" };
const BUSY: Failure = {
  status: 503,
  message: "The database cannot be reached right now. Try again in a moment.",
};
const FULL: Failure = { status: 503, message: "The server's disk is full. Nothing was saved." };

const READ_ONLY: Failure = {
  status: 503,
  message: "The database is read-only right now. Nothing was saved.",
};

/** SQLSTATE codes (Postgres manual, appendix A) and Node's connection errors. First match wins. */
const FAILURES: [code: RegExp, failure: Failure][] = [
  [/^(53100|ENOSPC)$/, FULL],
  [/^(25006|EROFS|EACCES)$/, READ_ONLY],
  [/^(22|23502|23514)/, INVALID],
  [/^23503$/, GONE],
  [/^(23505|23P01)$/, TAKEN],
  [/^(08|53|55P03|57P|57014|58|40|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|EIO)/, BUSY],
];

const DISCONNECTED =
  /^(timeout exceeded when trying|Connection terminated|Client has encountered a connection)/;

export function databaseFailure(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const found = FAILURES.find(([pattern]) => pattern.test(code));
  if (found) return found[1];
  if (DISCONNECTED.test(error.message)) return BUSY;
  return databaseFailure(error.cause);
}

export function isRetryable(error: unknown): boolean {
  return hasCode(error, "40P01", "40001");
}

export function isTimeout(error: unknown): boolean {
  return hasCode(error, "57014");
}

/** The code of the error or of one of its causes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.includes(String(error.code))) || hasCode(error.cause, ...codes);
}
