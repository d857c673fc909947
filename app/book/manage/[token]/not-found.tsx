import { BookFrame } from "../../book-frame.tsx";

export default function NoSuchAppointment() {
  return (
    <BookFrame title="This appointment link doesn’t work">
      <p>Part of the link may be missing. Open it again from your email.</p>
    </BookFrame>
  );
}
