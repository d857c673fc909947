import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function ContactProfilePage() {
  return <Unbuilt title="Contact" />;
}
