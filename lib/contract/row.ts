import type * as z from "zod/mini";
import type { Name, Route } from "./routes.ts";

/**
 * What an endpoint takes and answers. No `answer` where the specification shows none: then nobody reads one.
 * `conflict`: what a 409 says beside its message.
 */
export type Shape = {
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  conflict?: z.ZodMiniType<object>;
};

/** The shapes of some endpoints, by name; an endpoint that takes and answers nothing has none. */
export type Schemas = { [N in Name]?: Shape };

export type Row = Route & Shape;
