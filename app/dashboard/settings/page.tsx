import { Account } from "./account/account.tsx";

export default function AccountPage() {
  return <Account />;
}
