import { parentPort } from "node:worker_threads";
import { HttpError } from "#server/platform/errors.ts";
import { type Icon, iconOf, readLogo, SMALL, scaled, writePng } from "./logo-pictures.ts";

/** A logo as sent becomes its stored sizes, the large one first. */
export type Drawing = Icon | Uint8Array;
export type Drawn = Uint8Array[] | { refused: string };

parentPort?.on("message", (asked: Drawing) => {
  parentPort?.postMessage("begun");
  parentPort?.postMessage(draw(asked));
});

function draw(asked: Drawing): Drawn {
  if (!(asked instanceof Uint8Array)) return [writePng(iconOf(asked))];
  try {
    const logo = readLogo(Buffer.from(asked));
    return [writePng(logo), writePng(scaled(logo, SMALL))];
  } catch (error) {
    if (error instanceof HttpError) return { refused: error.message };
    throw error;
  }
}
