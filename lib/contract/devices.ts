import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const device = z.object({
  id: f.id,
  browser: f.text,
  address: f.text,
  signedInAt: f.text,
  usedAt: f.text,
  isThis: f.flag,
});
export type Device = Read<typeof device>;

export const devices = {
  "devices.list": { answer: z.array(device) },
} satisfies Schemas;
