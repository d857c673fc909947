import type * as z from "zod/mini";
import type { Name, Route } from "./routes.ts";

/** What an endpoint takes and answers. No `answer` where the specification shows none: then nobody reads one. */
export type Shape = { query?: z.ZodMiniType; body?: z.ZodMiniType; answer?: z.ZodMiniType };

/** The shapes of some endpoints, by name; an endpoint that takes and answers nothing has none. */
export type Schemas = { [N in Name]?: Shape };

export type Row = Route & Shape;
