import { act } from "#lib/api/act.ts";
import { ApiError } from "#lib/api/call.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { FILE_PART_BYTES, MOST_FILE_BYTES } from "#lib/contract/file-terms.ts";

export type Uploaded = { id: string } & NonNullable<Answer<"files.upload">["file"]>;

type Watch = { onShare: (share: number) => void; isGone: () => boolean };

const TRIES = 3;
const LONGEST_SIDE = 4096;
const OFFLINE = "You’re offline. Try again when you’re back online.";

export async function upload(file: File, { onShare, isGone }: Watch): Promise<Uploaded | null> {
  const sent = await fitting(file);
  const begun = await act("files.create", { body: { bytes: sent.size } });
  if (!begun.ok) throw inWords(begun.error);
  const id = begun.answer?.id ?? "";
  const parts = Math.ceil(sent.size / FILE_PART_BYTES);
  let found: Answer<"files.upload">["file"] = null;
  for (let part = 0; part < parts && !isGone(); part++) {
    const data = await asBase64(sent.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES));
    found = (await sendPart(id, { part, data })).file;
    onShare((part + 1) / parts);
  }
  if (!isGone()) return found && { id, ...found };
  void act("files.delete", { params: { id } });
  return null;
}

async function sendPart(id: string, body: { part: number; data: string }) {
  for (let n = 1; ; n++) {
    const outcome = await act("files.upload", { params: { id }, body });
    if (outcome.ok) return outcome.answer;
    if (outcome.error.status < 500 || n === TRIES || !navigator.onLine) throw inWords(outcome.error);
  }
}

const inWords = (error: ApiError) => (navigator.onLine ? error : new ApiError(503, OFFLINE));

/** Large photos, and formats that browsers may not show, become JPEG. */
async function fitting(file: File): Promise<Blob> {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  const isPhoto = file.type.startsWith("image/") && file.type !== "image/gif";
  if (!isHeic && (!isPhoto || file.size <= MOST_FILE_BYTES)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.88));
    return made ?? file;
  } catch {
    return file;
  }
}

function asBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new ApiError(400, "We can’t read this file anymore. Choose it again."));
    reader.readAsDataURL(part);
  });
}
