import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, now, organizationId, refersTo } from "./columns.ts";
import { register } from "./registry.ts";
import { users } from "./schema.ts";

/** Replaces a notification with the same `tag`. Never contains a visitor's text. */
export type Push = { title: string; text: string; href: `/dashboard${string}`; tag: string; at: string };

/** Each belongs to a session and gets nothing without it. `waiting` is the next notification. */
export const pushDevices = pgTable(
  "push_devices",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    waiting: jsonb("waiting").$type<Push[]>().notNull().default([]),
    dueAt: instant("due_at"),
    tries: integer("tries").notNull().default(0),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("push_devices_session").on(table.organizationId, table.userId, table.sessionId),
    index("push_devices_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(pushDevices, { whose: "person", exported: "Secret", inBackup: false });
