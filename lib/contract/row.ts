import type * as z from "zod/mini";
import type { Name, Route } from "./routes.ts";

/** Input and answer of an endpoint. Without `answer`, callers ignore it. `conflict`: extra data of a 409. */
type Shape = {
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  conflict?: z.ZodMiniObject;
};

/** Schemas by endpoint name, for endpoints that take or answer something. */
export type Schemas = { [N in Name]?: Shape };

export type Row = Route & Shape;
