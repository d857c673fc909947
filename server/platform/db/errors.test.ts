import { databaseFailure } from "./errors.ts";

const failing = (code: string) => Object.assign(new Error("x"), { code });

test.each([
  ["22003", 400], // a number out of range
  ["22008", 400], // an invalid date
  ["22021", 400], // NUL
  ["22P02", 400], // an invalid uuid
  ["23514", 400],
  ["23503", 404], // a missing reference
  ["23505", 409],
  ["23P01", 409], // an overlap
  ["53100", 503], // disk full
  ["ENOSPC", 503],
  ["25006", 503], // read-only
  ["53300", 503], // too many connections
  ["57P01", 503], // a shutdown
  ["40P01", 503], // deadlock
  ["55P03", 503], // a lock timeout
  ["08006", 503],
  ["ECONNREFUSED", 503],
])("answers %s with %i", (code, status) => {
  expect(databaseFailure(failing(code))?.status).toBe(status);
  expect(databaseFailure(new Error("Failed query", { cause: failing(code) }))?.status).toBe(status);
});

test.each(["timeout exceeded when trying to connect", "Connection terminated unexpectedly"])(
  "treats %j as an unreachable database",
  (message) => {
    expect(databaseFailure(new Error(message))?.status).toBe(503);
  },
);

test.each([failing("42703"), failing("42501"), new TypeError("x is undefined"), "text", null])(
  "does not hide a bug of ours: %p",
  (error) => expect(databaseFailure(error)).toBeNull(),
);
