import { ScreenTitle } from "./screen-title.tsx";

/** A place in the frame whose screen comes in a later issue. */
export function Unbuilt({ title }: { title: string }) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <h1>{title}</h1>
      <p className="text-muted-foreground">This screen is not built yet.</p>
    </>
  );
}
