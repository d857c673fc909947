import { Loading } from "#components/ui/states.tsx";

/** Over the whole page, while nothing on it may be touched. */
export function FullPageLoader({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-background">
      <Loading label={label} />
    </div>
  );
}
