import { Templates } from "./templates.tsx";

export default function TemplatesPage() {
  return <Templates />;
}
