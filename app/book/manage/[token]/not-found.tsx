import { BookFrame } from "../../book-frame.tsx";

export default function NoSuchAppointment() {
  return (
    <BookFrame title="This link leads to no appointment">
      <p>Open it from your mail once more: it may not be complete.</p>
    </BookFrame>
  );
}
