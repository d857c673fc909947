import type * as z from "zod/mini";
import type { Name, Route } from "./routes.ts";

/** `conflict`: data of a 409. Callers ignore an answer without schema. */
type Shape = {
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  conflict?: z.ZodMiniObject;
};

export type Schemas = { [N in Name]?: Shape };

export type Row = Route & Shape;
