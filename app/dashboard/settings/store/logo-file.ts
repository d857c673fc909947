const TYPES = ["image/png", "image/jpeg", "image/svg+xml"];
export const LOGO_TYPES = TYPES.join(",");
const MAX_BYTES = 2_000_000;
/** As the host stores it. */
const SIZE = 400;
/** Around pictures that don't fill their tile. */
const MARGIN = 0.08;

/** The picture as a square PNG in base64. The browser draws it, so no code of an SVG gets any further. */
export async function readLogo(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error("This file is too large. Use one under 2 MB.");
  if (!TYPES.includes(file.type)) throw new Error("Choose a PNG, JPG or SVG file.");
  const picture = await load(file).catch(() => {
    throw new Error("This picture can’t be read. Try another one.");
  });
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can’t draw pictures. Try another one.");
  context.canvas.width = SIZE;
  context.canvas.height = SIZE;
  draw(context, picture, 0);
  const [, , , alpha] = context.getImageData(0, 0, 1, 1).data;
  if (alpha !== 255) draw(context, picture, MARGIN);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, SIZE, SIZE);
  return context.canvas.toDataURL("image/png").replace(/^[^,]*,/, "");
}

function draw(context: CanvasRenderingContext2D, picture: HTMLImageElement, margin: number) {
  // An SVG can have no size of its own.
  const { naturalWidth: width = 0, naturalHeight: height = 0 } = picture;
  const scale = (SIZE * (1 - 2 * margin)) / Math.max(width, height, 1);
  const [across, down] = width && height ? [width * scale, height * scale] : [SIZE, SIZE];
  context.clearRect(0, 0, SIZE, SIZE);
  context.drawImage(picture, (SIZE - across) / 2, (SIZE - down) / 2, across, down);
}

async function load(file: File): Promise<HTMLImageElement> {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = reject;
    reader.readAsDataURL(file);
  });
  const picture = new Image();
  await new Promise((resolve, reject) => {
    picture.onload = resolve;
    picture.onerror = reject;
    picture.src = String(reader.result);
  });
  return picture;
}
