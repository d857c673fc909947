import { guessColumns } from "./columns.ts";

const none = {
  firstName: null,
  lastName: null,
  email: null,
  phoneNumber: null,
  birthday: null,
  anniversary: null,
};

test.each<[string, string, object]>([
  [
    "our own export",
    "First Name,Last Name,Email,Phone Number,Birthday,Anniversary,Recent Sale,Recent Sale Date",
    { firstName: 0, lastName: 1, email: 2, phoneNumber: 3, birthday: 4, anniversary: 5 },
  ],
  [
    "Google's",
    "First Name,Middle Name,Last Name,Nickname,Birthday,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value",
    { firstName: 0, lastName: 2, birthday: 4, email: 7, phoneNumber: 9 },
  ],
  [
    "Outlook's",
    "Title,First Name,Last Name,E-mail Address,Home Phone,Mobile Phone,Birthday,Anniversary",
    { firstName: 1, lastName: 2, email: 3, phoneNumber: 5, birthday: 6, anniversary: 7 },
  ],
  [
    "a till's",
    "Customer Name;Customer Email;Customer Phone;Date of Birth",
    { firstName: 0, email: 1, phoneNumber: 2, birthday: 3 },
  ],
  [
    "one in German",
    "Vorname;Nachname;E-Mail;Telephone",
    { firstName: 0, lastName: 1, email: 2, phoneNumber: 3 },
  ],
  [
    "a German till's",
    "Nachname;Vorname;E-Mail-Adresse;Handynummer;Geburtsdatum;Hochzeitstag",
    { lastName: 0, firstName: 1, email: 2, phoneNumber: 3, birthday: 4, anniversary: 5 },
  ],
  [
    "one in French",
    "Prénom;Nom;Courriel;Téléphone portable;Date de naissance;Anniversaire de mariage",
    { firstName: 0, lastName: 1, email: 2, phoneNumber: 3, birthday: 4, anniversary: 5 },
  ],
  [
    "one in Spanish",
    "Nombre;Apellidos;Correo electrónico;Teléfono móvil;Fecha de nacimiento;Aniversario",
    { firstName: 0, lastName: 1, email: 2, phoneNumber: 3, birthday: 4, anniversary: 5 },
  ],
  ["one in German with whole names", "Kunde;Mail;Telefon", { firstName: 0, email: 1, phoneNumber: 2 }],
  ["one in another case", "EMAIL,NAME,DOB,CELL", { email: 0, firstName: 1, birthday: 2, phoneNumber: 3 }],
  ["one without names", "Amara,Okafor,a@example.com", {}],
])("the columns of %s are found", (_, headers, columns) => {
  expect(guessColumns(headers.split(/[,;]/))).toEqual({ ...none, ...columns });
});
