import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "#scripts/setup/run.mjs";
import { begin, type Program } from "./program.ts";

const folder = join(root, ".bench/anchors");
const next = join(root, "node_modules/next/dist/bin/next");

const FILES = {
  "package.json": '{ "type": "module", "private": true }',
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} }, poweredByHeader: false };`,
  "app/layout.jsx":
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
  "app/page.jsx": "export default function Page() { return <h1>Hello, world</h1>; }",
  "app/host.js": `
    export const ask = (path) =>
      fetch(process.env.ANCHOR_HOST + path, { headers: { authorization: process.env.ANCHOR_BEARER }, cache: "no-store" });
    export const shown = ({ id, firstName, lastName, phoneNumber, email, recentSale }) =>
      ({ id, firstName, lastName, phoneNumber, email, recentSale });`,
  "app/rows.jsx": `
    import Link from "next/link";
    const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
    export const columns = ["Name", "Phone Number", "Email", "Recent Sale"];
    export const Row = ({ contact }) => (
      <tr>
        <td><Link prefetch={false} href={"/list/" + contact.id}>{contact.firstName} {contact.lastName}</Link></td>
        <td>{contact.phoneNumber}</td>
        <td>{contact.email}</td>
        <td>{contact.recentSale ? contact.recentSale.cost + " " + date.format(new Date(contact.recentSale.createdAt)) : "No sales yet"}</td>
      </tr>
    );`,
  "app/table/page.jsx": `
    import { ask, shown } from "../host.js";
    import { columns, Row } from "../rows.jsx";
    export const dynamic = "force-dynamic";
    export default async function Page() {
      const contacts = (await (await ask("/api/v1/contacts/?page=1&limit=50")).json()).map(shown);
      return (
        <main>
          <h1>Contacts</h1>
          <table>
            <thead><tr>{columns.map((name) => <th key={name}>{name}</th>)}</tr></thead>
            <tbody>{contacts.map((contact) => <Row key={contact.id} contact={contact} />)}</tbody>
          </table>
        </main>
      );
    }`,
  "app/list/page.jsx": `
    import { ask, shown } from "../host.js";
    import { List } from "./list.jsx";
    export const dynamic = "force-dynamic";
    export default async function Page() {
      return <List first={(await (await ask("/api/v1/contacts/?page=1&limit=50")).json()).map(shown)} />;
    }`,
  "app/list/list.jsx": `
    "use client";
    import { useEffect, useRef, useState } from "react";
    import useSWRInfinite from "swr/infinite";
    import { columns, Row } from "../rows.jsx";
    const read = (url) => fetch(url).then((answer) => answer.json());
    export function List({ first }) {
      const [search, setSearch] = useState("");
      const { data, size, setSize, isValidating } = useSWRInfinite(
        (page) => "/api/contacts?page=" + (page + 1) + "&limit=50&search=" + encodeURIComponent(search),
        read,
        { revalidateFirstPage: false, keepPreviousData: true, ...(!search && { fallbackData: [first], revalidateOnMount: false }) },
      );
      const end = useRef(null);
      const rows = data.flat();
      const more = data.at(-1).length === 50;
      useEffect(() => {
        const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && !isValidating && more && setSize(size + 1));
        observer.observe(end.current);
        return () => observer.disconnect();
      });
      return (
        <main>
          <h1>Contacts</h1>
          <input type="search" aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
          <p role="status">{rows.length} loaded</p>
          <table>
            <thead><tr>{columns.map((name) => <th key={name}>{name}</th>)}</tr></thead>
            <tbody>{rows.map((contact) => <Row key={contact.id} contact={contact} />)}</tbody>
          </table>
          <div ref={end} />
        </main>
      );
    }`,
  "app/list/[id]/page.jsx": `
    import { ask } from "../../host.js";
    export const dynamic = "force-dynamic";
    export default async function Page({ params }) {
      const { id } = await params;
      const paths = ["/contacts/", "/purchases/getAllPurchasesByContactId/", "/notes/contact/"];
      const [contact, sales, notes] = await Promise.all(paths.map(async (path) => (await ask("/api/v1" + path + id)).json()));
      return (
        <main>
          <h1>{contact.firstName} {contact.lastName}</h1>
          <ul>{sales.map((sale) => <li key={sale.id}>{sale.cost}</li>)}</ul>
          <ul>{notes.map((note) => <li key={note.id}>{note.content}</li>)}</ul>
        </main>
      );
    }`,
  "app/api/contacts/route.js": `
    import { ask } from "../../host.js";
    export const dynamic = "force-dynamic";
    export async function GET(request) {
      const answer = await ask("/api/v1/contacts/" + new URL(request.url).search);
      return new Response(answer.body, { headers: { "content-type": "application/json" } });
    }`,
};

export function buildAnchors(): void {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  run(process.execPath, [next, "build", folder]);
}

export function startAnchors(logs: string, host: Program, bearer: string): Promise<Program> {
  return begin(
    "The anchors",
    join(logs, "anchors.log"),
    (port) => [next, "start", folder, "-p", port, "-H", "127.0.0.1"],
    () => ({ ANCHOR_HOST: host.origin, ANCHOR_BEARER: bearer }),
    "/",
  );
}
