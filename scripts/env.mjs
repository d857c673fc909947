// Loads .env.local. Variables of the shell take precedence.
import fs from "node:fs";
import path from "node:path";

const file = path.join(import.meta.dirname, "../.env.local");
if (fs.existsSync(file)) process.loadEnvFile(file);
