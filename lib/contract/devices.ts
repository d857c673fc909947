import * as z from "zod/mini";
import { flag, id, text } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const device = z.object({
  id,
  browser: text,
  address: text,
  signedInAt: text,
  usedAt: text,
  isThis: flag,
});
export type Device = Read<typeof device>;

export const devices = {
  "devices.list": { answer: z.array(device) },
} satisfies Schemas;
