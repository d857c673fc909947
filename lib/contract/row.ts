import type * as z from "zod/mini";
import type { Name, Route } from "./routes.ts";

/** Input and answer of an endpoint. Without `answer`, callers ignore it. `conflict`: extra data of a 409. */
type Shape = {
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  conflict?: z.ZodMiniObject;
};

export type Schemas = { [N in Name]?: Shape };

export type Row = Route & Shape;
