import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function AccountPage() {
  return <Unbuilt title="Account" />;
}
