// Reads .env.local, if there is one. What the shell has set stays.
import fs from "node:fs";
import path from "node:path";

const file = path.join(import.meta.dirname, "../.env.local");
if (fs.existsSync(file)) process.loadEnvFile(file);
