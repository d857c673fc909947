import { BookFrame } from "../book-frame.tsx";

export default function NoSuchLink() {
  return (
    <BookFrame title="This booking link doesn’t work">
      <p>Check the address, or contact the store. It may no longer offer this appointment.</p>
    </BookFrame>
  );
}
