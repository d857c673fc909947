import { createHash } from "node:crypto";
import { join } from "node:path";
import { DEFAULT_COLOR } from "#lib/contract/brand-colors.ts";
import type { MethodNames } from "#lib/contract/sale-items.ts";
import { visitorFace } from "#server/booking/visitor-face.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { readFace } from "#server/platform/db/face.ts";
import { isId } from "#server/platform/db/id.ts";
import { logos } from "#server/platform/db/schema.ts";
import { getStore, updateStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { stopwatch } from "#server/platform/machine.ts";
import { createThreads } from "#server/platform/threads.ts";
import type { Drawing, Drawn } from "./icon-worker.ts";
import type { Icon } from "./logo-pictures.ts";

const ICONS = {
  "icon-192": { size: 192, margin: 0.1 },
  "icon-512": { size: 512, margin: 0.1 },
  "icon-maskable": { size: 512, margin: 0.2 },
};

export const brand = {
  "organization.brand": ({ host, read }) =>
    read(async (db) => {
      const { receiptText, timezone } = await getStore(db);
      return { ...(await visitorFace(db, host, { timezone })), receiptText };
    }),

  "organization.setBrand": async ({ user, body, tenant }) => {
    const { logo, hours: openingHours, methods, ...texts } = body;
    const methodNames = methods && namesOf(methods);
    const pictures = logo ? await drawLogo(user.organizationId, Buffer.from(logo, "base64")) : null;
    await tenant(async (db) => {
      await updateStore(db, { ...texts, openingHours, methodNames });
      if (logo !== undefined) await setLogo(db, pictures);
    });
  },

  /** Public, as on every booking page. The token names the store and the picture. */
  "organization.logo": async ({ host, params: { token }, query, address }) => {
    const organizationId = token.slice(0, 36);
    if (!isId(organizationId)) throw notFound();
    await host.database.system((db) => countAttempt(db, "booking page", address));
    const found = await host.database.read(organizationId, async (db) => {
      const [logo] = await db.select().from(logos);
      return logo && { ...logo, face: await readFace(db) };
    });
    if (found?.face.logo !== token) throw notFound();
    const { large, small, face } = found;
    const icon = query.as && ICONS[query.as];
    const color = face.color || DEFAULT_COLOR;
    return {
      id: icon ? `${token}-${query.as}-${color}` : token,
      type: "image/png",
      name: `${query.as ?? "logo"}.png`,
      isDownload: false,
      load: async () => (icon ? drawIcon(organizationId, { ...icon, large, color }) : small),
    };
  },
} satisfies Partial<Handlers>;

function namesOf(methods: MethodNames): MethodNames {
  const named = Object.entries(methods).map(([method, name]) => [method, name.trim()] as const);
  return Object.fromEntries(named.filter(([method, name]) => name && name !== method));
}

const DRAW_MS = 8_000;
const runDrawing = createThreads<Drawing, Drawn>({
  file: join(import.meta.dirname, "icon-worker.ts"),
  most: 1,
  readMs: 5_000,
  memoryMb: 128,
});

async function draw(organizationId: string, asked: Drawing): Promise<Buffer[]> {
  const drawn = await runDrawing(organizationId, asked, stopwatch() + DRAW_MS).catch(() => {
    throw new HttpError(503, "The picture can't be created right now. Try again in a minute.");
  });
  if ("refused" in drawn) throw new HttpError(422, drawn.refused);
  return drawn.map((png) => Buffer.from(png));
}

async function drawIcon(organizationId: string, icon: Icon): Promise<Buffer> {
  const [png] = await draw(organizationId, icon);
  return png as Buffer;
}

type Pictures = Pick<typeof logos.$inferInsert, "hash" | "large" | "small">;

async function drawLogo(organizationId: string, bytes: Buffer): Promise<Pictures> {
  const [large, small] = (await draw(organizationId, bytes)) as [Buffer, Buffer];
  const hash = createHash("sha256").update(large).digest("hex").slice(0, 16);
  return { hash, large, small };
}

async function setLogo(db: Db, pictures: Pictures | null): Promise<void> {
  if (!pictures) {
    await db.delete(logos);
    return;
  }
  await db.insert(logos).values(pictures).onConflictDoUpdate({ target: logos.organizationId, set: pictures });
}
