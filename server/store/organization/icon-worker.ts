import { parentPort } from "node:worker_threads";
import { type Icon, iconOf, writePng } from "./logo-pictures.ts";

parentPort?.on("message", (icon: Icon) => {
  parentPort?.postMessage("begun");
  parentPort?.postMessage(writePng(iconOf(icon)));
});
