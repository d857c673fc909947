import { NotFound } from "./dead-end.tsx";
import { Update } from "./update.tsx";

type Props = { params: Promise<{ id: string }> };

export default async function AutomationUpdatePage({ params }: Props) {
  const { id } = await params;
  // What is no id cannot be asked for.
  return /^[\w-]{1,64}$/.test(id) ? <Update key={id} id={id} /> : <NotFound />;
}
