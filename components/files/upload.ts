import { act } from "#lib/api/act.ts";
import { ApiError } from "#lib/api/call.ts";
import type { Answer, Body } from "#lib/contract/contract.ts";
import { FILE_PART_BYTES, MOST_FILE_BYTES, THUMB } from "#lib/contract/file-terms.ts";

export type Uploaded = { id: string } & NonNullable<Answer<"files.upload">["file"]>;

/** `draft`: token of an unsaved repair. `token`: of its photo page on a phone. `longest`: longest side of a photo, in pixels. */
export type UploadTo = { draft?: () => Promise<string | undefined>; token?: string; longest?: number };

type Watch = UploadTo & { onShare: (share: number) => void; isGone: () => boolean };

const TRIES = 3;
const LONGEST_SIDE = 4096;
const OFFLINE = "You’re offline. Try again when you’re back online.";

export async function upload(file: File, to: Watch): Promise<Uploaded | null> {
  const { onShare, isGone, draft, token, longest } = to;
  if (longest && file.type === "application/pdf") throw new ApiError(422, "Choose a photo, not a PDF.");
  const sent = await fitting(file, longest);
  const bytes = sent.size;
  const thumb = await thumbOf(sent);
  const begun = token
    ? await act("visitor.addPhoto", { params: { token }, body: { bytes } })
    : await act("files.create", { body: { bytes, draft: await draft?.() } });
  if (!begun.ok) throw inWords(begun.error);
  const id = begun.answer?.id ?? "";
  const parts = Math.ceil(sent.size / FILE_PART_BYTES);
  let found: Answer<"files.upload">["file"] = null;
  for (let part = 0; part < parts && !isGone(); part++) {
    const data = await asBase64(sent.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES));
    found = (await sendPart(id, { part, data, ...(part === 0 && thumb && { thumb }) }, token)).file;
    onShare((part + 1) / parts);
  }
  if (!isGone()) return found && { id, ...found };
  if (!token) void act("files.delete", { params: { id } });
  return null;
}

async function sendPart(id: string, body: Body<"files.upload">, token?: string) {
  for (let n = 1; ; n++) {
    const outcome = token
      ? await act("visitor.sendPhoto", { params: { token }, body: { id, ...body } })
      : await act("files.upload", { params: { id }, body });
    if (outcome.ok) return outcome.answer;
    if (outcome.error.status < 500 || n === TRIES || !navigator.onLine) throw inWords(outcome.error);
  }
}

const inWords = (error: ApiError) => (navigator.onLine ? error : new ApiError(503, OFFLINE));

/** Large photos, and formats that browsers may not show, become JPEG. */
async function fitting(file: File, longest?: number): Promise<Blob> {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  const isPhoto = file.type.startsWith("image/") && file.type !== "image/gif";
  const isSmall = file.size <= MOST_FILE_BYTES;
  if (!isHeic && (!isPhoto || (isSmall && !longest))) return file;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const scale = Math.min(1, (longest ?? LONGEST_SIDE) / Math.max(width, height));
    if (scale === 1 && isSmall && !isHeic) return file;
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    return (await drawn(picture, size, 0.88)) ?? file;
  } catch {
    return file;
  }
}

/** Its middle, as a list shows it. Null for a file that isn't a picture. */
async function thumbOf(file: Blob): Promise<string | null> {
  if (!file.type.startsWith("image/")) return null;
  try {
    const small = await drawn(await createImageBitmap(file), THUMB, 0.8);
    return small && small.size <= THUMB.mostBytes ? await asBase64(small) : null;
  } catch {
    return null;
  }
}

type Size = { width: number; height: number };

async function drawn(picture: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const scale = Math.max(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  canvas.getContext("2d")?.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
  picture.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

function asBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new ApiError(400, "We can’t read this file anymore. Choose it again."));
    reader.readAsDataURL(part);
  });
}
