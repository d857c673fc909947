import { supportUrl, websiteFrameUrl } from "#lib/env.ts";
import { WebsiteBuilder } from "./website-builder.tsx";

export default function WebsiteBuilderPage() {
  return <WebsiteBuilder frameUrl={websiteFrameUrl()} support={supportUrl()} />;
}
