import type { ContactForm } from "#lib/contract/contacts.ts";

export type FieldName = keyof ContactForm;

/** Which column of the file (counted from 0) a field is read from; null where the file has none. */
export type Columns = Record<FieldName, number | null>;

// Letters only, as bare() leaves them. The likelier words come first; English, German, French and Spanish.
export const WORDS: Record<FieldName, string[]> = {
  firstName: [
    "firstname",
    "first",
    "givenname",
    "forename",
    "fname",
    "vorname",
    "rufname",
    "prenom",
    "nombre",
    "nombredepila",
  ],
  lastName: [
    "lastname",
    "last",
    "surname",
    "familyname",
    "lname",
    "nachname",
    "familienname",
    "zuname",
    "nomdefamille",
    "nom",
    "apellidos",
    "apellido",
  ],
  email: [
    "email",
    "emailaddress",
    "mail",
    "emailvalue",
    "emailadresse",
    "adresseemail",
    "courriel",
    "adressemail",
    "adresseelectronique",
    "correo",
    "correoelectronico",
  ],
  phoneNumber: [
    "phonenumber",
    "phone",
    "mobile",
    "mobilephone",
    "cell",
    "telephone",
    "phonevalue",
    "telefonnummer",
    "telefon",
    "handynummer",
    "handy",
    "mobiltelefon",
    "mobilnummer",
    "mobil",
    "rufnummer",
    "numerodetelephone",
    "portable",
    "tel",
    "telefono",
    "numerodetelefono",
    "movil",
    "celular",
  ],
  birthday: [
    "birthday",
    "birthdate",
    "dateofbirth",
    "dob",
    "born",
    "geburtstag",
    "geburtsdatum",
    "geboren",
    "geb",
    "datedenaissance",
    "naissance",
    "anniversairedenaissance",
    "anniversaire",
    "fechadenacimiento",
    "nacimiento",
    "cumpleanos",
  ],
  anniversary: [
    "anniversary",
    "anniversarydate",
    "weddinganniversary",
    "weddingdate",
    "hochzeitstag",
    "jahrestag",
    "hochzeitsdatum",
    "anniversairedemariage",
    "datedemariage",
    "mariage",
    "aniversariodebodas",
    "aniversario",
    "fechadeboda",
  ],
};
/** What one column with both names is called. Where only it is there, the first name is read from it, and the last. */
export const WHOLE = [
  "name",
  "fullname",
  "displayname",
  "customername",
  "customer",
  "contactname",
  "contact",
  "nameundvorname",
  "vorundnachname",
  "kunde",
  "kundenname",
  "nomcomplet",
  "nometprenom",
  "client",
  "nombrecompleto",
  "nombreyapellidos",
  "cliente",
];

/** Looks for each field's column by its name: first one that is called so, then one whose name has the word in it. */
export function guessColumns(headers: string[]): Columns {
  const names = headers.map(bare);
  const taken = new Set<number>();
  const columns: Columns = {
    firstName: null,
    lastName: null,
    email: null,
    phoneNumber: null,
    birthday: null,
    anniversary: null,
  };
  const find = (field: FieldName, words: string[], fits: (name: string, word: string) => boolean) => {
    if (columns[field] !== null) return;
    for (const word of words) {
      const column = names.findIndex((name, i) => !taken.has(i) && fits(name, word));
      if (column < 0) continue;
      columns[field] = column;
      taken.add(column);
      return;
    }
  };
  const fields = Object.keys(WORDS) as FieldName[];
  for (const field of fields) find(field, WORDS[field], (name, word) => name === word);
  if (columns.lastName === null) find("firstName", WHOLE, (name, word) => name === word);
  for (const field of fields)
    find(field, WORDS[field], (name, word) => word.length > 4 && name.includes(word));
  return columns;
}

/** "E-mail 1 - Value" → "emailvalue". */
export function bare(header: string): string {
  return header.normalize("NFD").replace(/\P{L}/gu, "").toLowerCase();
}
