import clsx from "clsx";
import { Upload } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useMoney } from "#components/shell/use-me.ts";
import { logoSrc, StoreMark } from "#components/store-mark.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { SaveButton, useSavedForm } from "#components/ui/form-card.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Swatches } from "#components/ui/swatches.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Face } from "#lib/contract/brand.ts";
import { brandColors, DEFAULT_COLOR } from "#lib/contract/brand-colors.ts";
import { stored } from "#lib/stored-code.ts";
import { dotted } from "#lib/text.ts";

const TITLE = "Brand and contact";

const loadSchema = stored(async () => (await import("#lib/contract/brand.ts")).brandForm);

/** The logo's value is a new picture, null if it is removed, or undefined if it stays. */
export function BrandCard({ face }: { face: Face }) {
  const { act } = useAct("organization.setBrand");
  const { name, tagline, color, phone, website, address } = face;
  const values = useMemo(
    () => ({ name, tagline, color, phone, website: withoutScheme(website), address, logo: undefined }),
    [name, tagline, color, phone, website, address],
  );
  const { form, fields, saving, isDirty, refused } = useSavedForm({
    title: TITLE,
    schema: loadSchema,
    values,
    onSubmit: async (body) => (await act({ body })).refused,
    children: (
      <div className="grid gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-4">
          <BrandFields saved={logoSrc(face.logo)} />
        </div>
        <BrandPreview saved={logoSrc(face.logo)} />
      </div>
    ),
  });
  return (
    <section aria-labelledby="brand" className="card">
      <form method="post" aria-labelledby="brand" {...form}>
        <header className="flex items-center justify-between gap-4 px-5 pt-5 phone:sticky phone:top-14 phone:z-10 phone:bg-card phone:px-4 phone:py-2 short:static!">
          <h2 id="brand">{TITLE}</h2>
          <SaveButton label="Save" isDirty={isDirty} saving={saving} />
        </header>
        <div className="grid gap-3 p-5 pt-3 phone:px-4">
          {fields}
          {refused && <FailureLine>{refused}</FailureLine>}
        </div>
      </form>
    </section>
  );
}

function withoutScheme(website: string): string {
  return website.replace(/^https:\/\//, "");
}

function BrandFields({ saved }: { saved: string | null }) {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label="Store name" required autoComplete="organization" />
        <TextField name="tagline" label="Tagline" autoComplete="off" />
      </div>
      <LogoField saved={saved} />
      <ColorField />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="phone" label="Phone" type="tel" autoComplete="off" />
        <TextField name="website" label="Website" inputMode="url" autoComplete="off" />
      </div>
      <TextField
        name="address"
        label="Address"
        autoComplete="off"
        help="Marketing emails must include your address in most countries."
      />
    </>
  );
}

function LogoField({ saved }: { saved: string | null }) {
  const { setValue } = useFormContext();
  const { logo, name, color } = useWatch();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const src = shownLogo(logo, saved);
  const set = (next: string | null) => setValue("logo", next, { shouldDirty: true });

  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem(null);
    await readLogo(file).then(set, ({ message }: Error) => setProblem(message));
  }

  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Logo</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="rounded-xl border p-0.75">
          <StoreMark name={name} color={color} src={src} className="size-13" />
        </span>
        <label
          className={buttonClass({
            className: "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ring",
          })}
        >
          <Upload size={16} />
          {src ? "Replace" : "Upload"}
          <input
            type="file"
            accept={LOGO_TYPES}
            aria-label="Logo file"
            aria-describedby={`${id}-help`}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              void choose(file);
              target.value = "";
            }}
          />
        </label>
        {src && (
          <Button variant="ghost" aria-label="Remove the logo" onClick={() => set(null)}>
            Remove
          </Button>
        )}
        <span id={`${id}-help`} className="text-muted-foreground text-sm">
          PNG, JPG or SVG, up to 2 MB
        </span>
      </div>
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

const COLORS = {
  Green: "#14594a",
  Blue: "#1f4e8c",
  Plum: "#5a2d6b",
  Red: "#8a2b3e",
  Brown: "#6b4a1f",
  Slate: "#2b2f3a",
};
const SWATCHES = Object.entries(COLORS).map(([name, background]) => ({
  name,
  style: { background, color: "#ffffff" },
}));

function ColorField() {
  const { setValue } = useFormContext();
  const color = useColor();
  const typed = String(useWatch({ name: "color" })).toLowerCase();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Color</legend>
      <div className="flex flex-wrap items-start gap-2">
        <Swatches
          swatches={SWATCHES}
          selected={SWATCHES.findIndex(({ style }) => style.background === typed)}
          onChoose={(at) =>
            setValue("color", SWATCHES[at]?.style.background, { shouldDirty: true, shouldValidate: true })
          }
        />
        <TextField
          name="color"
          label="Color code"
          hideLabel
          placeholder={DEFAULT_COLOR}
          autoComplete="off"
          className="w-32"
        />
      </div>
      <p className="text-muted-foreground text-sm">{colorHint(color)}</p>
    </fieldset>
  );
}

function colorHint(color: string): string {
  const { brand, onBrand, solid } = brandColors(color);
  if (solid === brand) return "Used on your pages and in email. Text on it stays readable.";
  const onIt = onBrand === "#ffffff" ? "" : " On the color itself, text is dark.";
  return `This color is too light for text and buttons, so we use a darker shade there (${solid.toUpperCase()}).${onIt}`;
}

const TYPES = ["image/png", "image/jpeg", "image/svg+xml"];
const LOGO_TYPES = TYPES.join(",");
const MAX_BYTES = 2_000_000;
const SIZE = 400;
const MARGIN = 0.08;

/** The picture as a square PNG in base64. The browser draws it, so no code of an SVG gets any further. */
async function readLogo(file: File): Promise<string> {
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

const THEMES = [
  ["Light", "light", { background: "#ffffff", color: "#1c2230" }],
  ["Dark", "dark", { background: "#161a21", color: "#eceef3" }],
] as const;
const KINDS = { Booking: "Book an appointment", Email: "Add to calendar", Receipt: "" };
const CHOICES = [
  ["Booking", "Booking"],
  ["Email", "Email"],
  ["Receipt", "Receipt"],
] as const;

function BrandPreview({ saved }: { saved: string | null }) {
  const [kind, setKind] = useState<keyof typeof KINDS>("Booking");
  const { name, tagline, phone, website, address, logo } = useWatch();
  const color = useColor();
  const src = shownLogo(logo, saved);
  const isEmail = kind === "Email";
  return (
    <section aria-label="Preview" className="grid content-start gap-3 lg:border-l lg:pl-5">
      <div className="flex">
        <Segments aria-label="Preview of" choices={CHOICES} value={kind} onChoose={setKind} />
      </div>
      {kind === "Receipt" && <ReceiptPreview src={src} {...{ name, address, phone, website }} />}
      {(kind === "Receipt" ? [] : THEMES).map(([label, theme, card]) => {
        const { brand, onBrand, ink, solid, onSolid } = brandColors(color, theme);
        return (
          <figure key={theme} className="grid gap-1.5">
            <figcaption className="text-muted-foreground text-xs">{label}</figcaption>
            <div className="overflow-hidden rounded-lg border forced-color-adjust-none" style={card}>
              <div
                style={{ background: brand, color: onBrand }}
                className="flex items-center gap-2.5 px-3.5 py-3"
              >
                <StoreMark name={name} color={color} src={src} className="size-8 text-xs" />
                <p
                  className={clsx(
                    "min-w-0 wrap-anywhere font-semibold",
                    isEmail && onBrand !== "#ffffff" && "rounded-md bg-white px-3 py-1",
                  )}
                >
                  {name}
                  {tagline && !isEmail && <span className="block font-normal text-sm">{tagline}</span>}
                </p>
              </div>
              <div className="grid justify-items-start gap-2.5 p-3.5">
                {isEmail && <p className="font-semibold">Your appointment is confirmed</p>}
                {address && !isEmail && (
                  <span style={{ color: ink }} className="font-medium underline underline-offset-3">
                    Get directions
                  </span>
                )}
                <span
                  style={{ background: solid, color: onSolid }}
                  className="inline-flex h-9 items-center rounded-md px-3.5 font-medium"
                >
                  {KINDS[kind]}
                </span>
                {isEmail && <p className="wrap-anywhere text-sm">{dotted(name, address, phone, website)}</p>}
              </div>
            </div>
          </figure>
        );
      })}
    </section>
  );
}

type ReceiptProps = { src: string | null; name: string; address: string; phone: string; website: string };

function ReceiptPreview({ src, name, address, phone, website }: ReceiptProps) {
  const money = useMoney();
  return (
    <div className="grid gap-3 rounded-lg border bg-white p-4 text-black text-sm tabular-nums">
      <div className="wrap-anywhere">
        {/* biome-ignore lint/performance/noImgElement: a picture that the browser has already */}
        {src && <img src={src} alt="" className="mb-2 size-12" />}
        <p className="font-semibold text-base">{name}</p>
        {address && <p>{address}</p>}
        <p>{dotted(phone, website)}</p>
        <p className="mt-1">Receipt</p>
      </div>
      <p className="flex justify-between gap-4 border-black/20 border-y py-2">
        <span>1 × Ring resize</span>
        <span>{money.format(85)}</span>
      </p>
      <p className="flex justify-between gap-4 font-semibold text-base">
        <span>Total</span>
        <span>{money.format(85)}</span>
      </p>
      <p>Thank you.</p>
    </div>
  );
}

function shownLogo(logo: string | null | undefined, saved: string | null): string | null {
  if (logo === undefined) return saved;
  return logo && `data:image/png;base64,${logo}`;
}

function useColor(): string {
  const typed = String(useWatch({ name: "color" })).trim();
  return /^#[\da-f]{6}$/i.test(typed) ? typed.toLowerCase() : "";
}
