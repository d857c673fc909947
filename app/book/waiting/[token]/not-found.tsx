import { BookFrame } from "../../book-frame.tsx";

export default function NoSuchPlace() {
  return (
    <BookFrame title="This link leads to no place on a waiting list">
      <p>You have left the list, or the link is not complete: open it from your mail once more.</p>
    </BookFrame>
  );
}
