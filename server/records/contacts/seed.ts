import type { ContactKey } from "#lib/contract/contact-fields.ts";
import { addDays } from "#lib/time/days.ts";
import type { Random } from "#server/platform/db/random.ts";
import type { contacts } from "#server/platform/db/schema.ts";
import { fold } from "#server/platform/db/search.ts";

/** Phone numbers are reserved for fiction: x is a digit, A an area code. */
type Country = { phones: string[]; first: string; last: string };

const COUNTRIES: Country[] = [
  {
    phones: ["+1 212 555 01xx", "+1 415 555 01xx", "+1 312 555 01xx", "+1 604 555 01xx"],
    first:
      "Grace Noah Amélie José Sofía Chloe Ethan Zoë Renée Marcus Lucía Hannah Dwayne Ingrid André Naomi Caleb Beyza Óscar Mary-Kate Tyrone Élodie Wyatt Guadalupe",
    last: "O’Brien,Nguyen,García-López,Whitfield,St. John,Côté,Kowalczyk,Washington,Ñáñez,Goldberg,MacIntyre,Beauchêne,Park,Delacroix,Hernández,Van der Berg,Okafor,Lindqvist,Tremblay,Castellanos-Villaseñor",
  },
  {
    // Ofcom's numbers for drama
    phones: ["+44 20 7946 0xxx", "+44 7700 900xxx", "+44 161 496 0xxx", "+44 131 496 0xxx"],
    first:
      "Imogen Rhys Siobhán Alistair Niamh Zbigniew Freya Oisín Chidi Beatrix Łukasz Seán Adaeze Hamish Saoirse Tomáš Philippa Angus Zuzanna Ffion Winifred Søren Anaïs Kwame",
    last: "O'Sullivan,Featherstonehaugh,Wójcik,MacDonald,Llewellyn-Jones,Adeyemi,Ashcroft,D’Arcy,Szczepański,Pemberton,Ó Briain,Hargreaves,Dvořák,Blackwood,Nwosu,Thistlewood-Cavendish,Müller,Abernathy,Jørgensen,Smythe",
  },
  {
    // India reserves no range, but no area or mobile number starts with 500.
    phones: ["+91 50005 5xxxx", "+91 50006 5xxxx"],
    first:
      "Aarav Diya Kabir Ananya Vikram Meera Ishaan Lakshmi Rohan Padmavathi Arjun Fatima Siddharth Nandini Farhan Gurpreet Kavya Raghunath Tara Zubair Sneha Devika Manpreet Jaya",
    last: "Sharma,Iyer,Venkataramanan,Kaur,D'Souza,Chatterjee,Patel,Krishnamurthy,Singh,Banerjee,Fernandes,Reddy,Subramanian,Khan,Nair,Joshi,Bhattacharyya,Mehta,Thiruvengadam,Das",
  },
  {
    phones: ["+61 2 5550 xxxx", "+61 3 7010 xxxx", "+61 7 5550 xxxx", "+61 8 7010 xxxx"],
    first:
      "Matilda Jack Mei-Ling Bronte Lachlan Nguyệt Koa Isla Dimitri Talia Hiroshi Evangelia Jedda Angus Xanthe Tūī Cooper Yìchén Marlee Ruairí Priyanka Banjo Clémence Ariki",
    last: "Papadopoulos,Nguyễn,Fitzgerald,Tanaka,Kelly,Di Giovanni,Murray-Prior,Te Rangi,Zhào,O’Connor,Bishop,Ferraro,Anderson,Hoàng,Wirihana,McAllister,Kovačević,Lawson,Yamamoto,Stavropoulou-Konstantinidis",
  },
];

type DemoContact = Pick<typeof contacts.$inferSelect, ContactKey>;

export function demoContacts(count: number, today: string, { between, pick, chance }: Random): DemoContact[] {
  const emails = new Set<string>();
  const people: DemoContact[] = [];
  while (people.length < count) {
    const country = pick(COUNTRIES);
    const firstName = pick(country.first.split(" "));
    const lastName = pick(country.last.split(","));
    const name = fold(`${firstName}.${lastName}`).replace(/[^a-z.]/g, "");
    const email = `${name}@example.${chance(0.7) ? "com" : "org"}`;
    if (emails.has(email)) continue;
    emails.add(email);
    const phoneNumber = pick(country.phones).replace(/x/g, () => String(between(0, 9)));
    const birthday = chance(0.7) ? dayOf(between(1941, 2007), between(0, 364)) : null;
    const adult = Number(birthday?.slice(0, 4) ?? 0) + 18;
    people.push({
      firstName,
      lastName,
      email,
      phoneNumber,
      birthday,
      anniversary: chance(0.4) ? dayOf(between(Math.max(1974, adult), 2025), between(0, 364)) : null,
    });
  }
  // Among the newest, so that the first page shows a birthday.
  const special = [
    { birthday: comingUp(today, 0, 1984), anniversary: comingUp(today, 45, 2012) },
    { birthday: comingUp(today, 1, 1991), anniversary: comingUp(today, 9, 2016) },
    { birthday: "1988-02-29", anniversary: null },
    { birthday: comingUp(today, 150, 1979), anniversary: comingUp(today, 0, 2011) },
    { birthday: comingUp(today, 6, 1972), anniversary: comingUp(today, 1, 1999) },
    { birthday: null, anniversary: null },
    { birthday: comingUp(today, 17, 2001), anniversary: null },
  ];
  for (const [i, days] of special.entries()) Object.assign(people[count - 1 - 3 * i] ?? {}, days);
  return people;
}

function dayOf(year: number, dayOfYear: number): string {
  return addDays(`${year}-01-01`, dayOfYear);
}

function comingUp(today: string, days: number, year: number): string {
  const monthDay = addDays(today, days).slice(4);
  return `${year}${monthDay === "-02-29" ? "-02-28" : monthDay}`;
}
