import { SentMail } from "./sent-mail.tsx";

export default function MailPage() {
  return <SentMail />;
}
