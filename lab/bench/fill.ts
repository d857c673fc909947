import { fillStore } from "./store.ts";

const { DATA_DIR = "", DATABASE_URL, CONTACTS, SERVER_PID } = process.env;
const where = { dataDir: DATA_DIR, ...(DATABASE_URL && { databaseUrl: DATABASE_URL }) };
const filled = await fillStore(where, Number(CONTACTS), Number(SERVER_PID) || undefined);
process.stdout.write(JSON.stringify(filled));
