import { columnsOf } from "./understand.ts";

const none = { firstName: [], lastName: [], email: [], phoneNumber: [], birthday: [], anniversary: [] };

test.each<[string, string, object]>([
  [
    "our own export",
    "First Name,Last Name,Email,Phone Number,Birthday,Anniversary,Recent Sale,Recent Sale Date",
    { firstName: [0], lastName: [1], email: [2], phoneNumber: [3], birthday: [4], anniversary: [5] },
  ],
  [
    "Outlook's",
    "Title,First Name,Last Name,E-mail Address,Home Phone,Mobile Phone,Birthday,Anniversary",
    { firstName: [1], lastName: [2], email: [3], phoneNumber: [4, 5], birthday: [6], anniversary: [7] },
  ],
  [
    "a German till's",
    "Nachname;Vorname;E-Mail-Adresse;Handynummer;Geburtsdatum;Hochzeitstag",
    { lastName: [0], firstName: [1], email: [2], phoneNumber: [3], birthday: [4], anniversary: [5] },
  ],
  [
    "one in French",
    "Prénom;Nom;Courriel;Téléphone portable;Date de naissance;Anniversaire de mariage",
    { firstName: [0], lastName: [1], email: [2], phoneNumber: [3], birthday: [4], anniversary: [5] },
  ],
  [
    "one in Spanish",
    "Nombre;Apellidos;Correo electrónico;Teléfono móvil;Fecha de nacimiento;Aniversario",
    { firstName: [0], lastName: [1], email: [2], phoneNumber: [3], birthday: [4], anniversary: [5] },
  ],
  [
    "one in capitals",
    "EMAIL,FORENAME,DOB,CELL",
    { email: [0], firstName: [1], birthday: [2], phoneNumber: [3] },
  ],
  ["one without names", "Amara,Okafor,a@example.com", {}],
])("finds the columns of %s by their headers", (_, text, expected) => {
  const headers = text.split(/[,;]/);
  const columns = columnsOf("contacts", { headers, rows: [] });
  const found = Object.fromEntries(
    Object.keys(none).map((field) => [field, headers.flatMap((_, i) => (columns[i] === field ? [i] : []))]),
  );
  expect(found).toEqual({ ...none, ...expected });
});
