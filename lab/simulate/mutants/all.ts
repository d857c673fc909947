import { booking } from "./booking.ts";
import { mail } from "./mail.ts";
import type { Mutant } from "./mutant.ts";
import { records } from "./records.ts";

export const mutants: Mutant[] = [...booking, ...mail, ...records];
