import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useMoney } from "#components/shell/use-me.ts";
import { StoreMark } from "#components/store-mark.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { brandColors } from "#lib/contract/brand-colors.ts";
import { shownLogo, useColor } from "./typed.ts";

const THEMES = [
  ["Light", "light", { background: "#ffffff", color: "#1c2230" }],
  ["Dark", "dark", { background: "#161a21", color: "#eceef3" }],
] as const;
const KINDS = { Booking: "Book an appointment", Email: "Add to calendar", Receipt: "" };

export function BrandPreview({ saved }: { saved: string | null }) {
  const [kind, setKind] = useState<keyof typeof KINDS>("Booking");
  const { name, tagline, phone, website, address, logo } = useWatch();
  const color = useColor();
  const src = shownLogo(logo, saved);
  const isEmail = kind === "Email";
  return (
    <section aria-label="Preview" className="grid content-start gap-3 lg:border-l lg:pl-5">
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((each) => (
          <ChoiceLine
            key={each}
            type="radio"
            name="preview"
            checked={kind === each}
            onChange={() => setKind(each)}
          >
            {each}
          </ChoiceLine>
        ))}
      </div>
      {kind === "Receipt" && <ReceiptPreview src={src} {...{ name, address, phone, website }} />}
      {(kind === "Receipt" ? [] : THEMES).map(([label, theme, card]) => {
        const { brand, onBrand, ink, solid, onSolid } = brandColors(color, theme);
        return (
          <figure key={theme} className="grid gap-1.5">
            <figcaption className="text-muted-foreground text-xs">{label}</figcaption>
            <div className="overflow-hidden rounded-lg border" style={card}>
              <div
                style={{ background: brand, color: onBrand }}
                className="flex items-center gap-2.5 px-3.5 py-3"
              >
                <StoreMark name={name} color={color} src={src} className="size-8 text-xs" />
                <p className="min-w-0 wrap-anywhere font-semibold">
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
                {isEmail && (
                  <p className="wrap-anywhere text-sm">
                    {[name, address, phone, website].filter(Boolean).join(" · ")}
                  </p>
                )}
              </div>
            </div>
          </figure>
        );
      })}
    </section>
  );
}

type ReceiptProps = { src: string | null; name: string; address: string; phone: string; website: string };

/** Receipts are black on white in both themes. */
function ReceiptPreview({ src, name, address, phone, website }: ReceiptProps) {
  const money = useMoney();
  return (
    <div className="grid gap-3 rounded-lg border bg-white p-4 text-black text-sm tabular-nums">
      <div className="wrap-anywhere">
        {/* biome-ignore lint/performance/noImgElement: a picture that the browser has already */}
        {src && <img src={src} alt="" className="mb-2 size-12" />}
        <p className="font-semibold text-base">{name}</p>
        {address && <p>{address}</p>}
        <p>{[phone, website].filter(Boolean).join(" · ")}</p>
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
