import { NotFound } from "./not-found-contact.tsx";
import { Profile } from "./profile.tsx";

type Props = { params: Promise<{ id: string }> };

export default async function ContactProfilePage({ params }: Props) {
  const { id } = await params;
  // What is no id cannot be asked for.
  return /^[\w-]{1,64}$/.test(id) ? <Profile key={id} id={id} /> : <NotFound />;
}
