import type { ReactNode } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";

export default function DataLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ScreenTitle>Data</ScreenTitle>
      {children}
    </>
  );
}
