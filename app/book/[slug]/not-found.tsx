import { BookFrame } from "../book-frame.tsx";

export default function NoSuchLink() {
  return (
    <BookFrame title="This booking link leads nowhere">
      <p>It may be mistyped, or the store no longer offers this appointment. Please ask the store.</p>
    </BookFrame>
  );
}
