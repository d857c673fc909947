import { buttonClass } from "#components/ui/button.tsx";

/** To the page where it was booked, if its kind is still offered. */
export function BookAgain({ slug }: { slug: string | null | undefined }) {
  if (!slug) return null;
  return (
    <a href={`/book/${slug}`} className={buttonClass()}>
      Book another time
    </a>
  );
}
