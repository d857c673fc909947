import { useWatch } from "react-hook-form";

export function shownLogo(logo: string | null | undefined, saved: string | null): string | null {
  if (logo === undefined) return saved;
  return logo && `data:image/png;base64,${logo}`;
}

export function useColor(): string {
  const typed = String(useWatch({ name: "color" })).trim();
  return /^#[\da-f]{6}$/i.test(typed) ? typed.toLowerCase() : "";
}
