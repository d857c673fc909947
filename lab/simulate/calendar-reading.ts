import type * as reading from "#server/connections/providers/reading.ts";
import { answer } from "#server/connections/providers/reading-worker.ts";
import { ProviderError } from "#server/platform/errors.ts";

/** Loaded in place of the host's, whose threads have a time of their own. */
const readHere: typeof reading.reader =
  () =>
  async (task, ...args) => {
    const said = answer({ task, args });
    if ("value" in said) return said.value as never;
    throw new ProviderError(said.kind, said.message, { cause: said.cause });
  };

export { readHere as reader };
