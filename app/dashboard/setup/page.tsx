import { Setup } from "./setup.tsx";

export default function SetupPage() {
  return <Setup />;
}
