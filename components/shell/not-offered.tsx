import { CircleOff } from "lucide-react";
import { EmptyScreen } from "./empty-screen.tsx";

export function NotOffered({ pathname }: { pathname: string }) {
  if (pathname.startsWith("/dashboard/automations/"))
    return (
      <EmptyScreen
        icon={CircleOff}
        title="Automation"
        text="Editing is not available yet."
        href="/dashboard/automations"
        back="Back"
      />
    );
  return (
    <EmptyScreen
      icon={CircleOff}
      title="Not available"
      text="Your host does not offer this."
      href="/dashboard"
      back="Back to the dashboard"
    />
  );
}
