import { BookFrame } from "../../book-frame.tsx";

export default function NoSuchPlace() {
  return (
    <BookFrame title="This waiting list link doesn’t work">
      <p>You may have left the list, or part of the link is missing. Open it again from your email.</p>
    </BookFrame>
  );
}
