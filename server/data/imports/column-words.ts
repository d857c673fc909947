import type { ImportField, ImportKind } from "#lib/contract/import-terms.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { bare, WHOLE, WORDS } from "#lib/import/columns.ts";
import { REPAIR_COLUMNS } from "./repair-words.ts";

type Words = { [F in ImportField]?: string[] };

const DATE = ["date", "saledate", "orderdate", "purchasedate", "transactiondate", "invoicedate", "datetime"];
const DATES = [
  ...DATE,
  ...[
    "createdat",
    "created",
    "paidat",
    "opened",
    "soldon",
    "datum",
    "tarih",
    "satistarihi",
    "verkaufsdatum",
    "fecha",
    "kaufdatum",
  ],
  ...["data", "datasprzedazy", "datavendita", "verkoopdatum"],
];
const NOTES = [
  ...["note", "notes", "comment", "comments", "remark", "remarks", "memo", "notiz", "notizen", "bemerkung"],
  ...[
    "kommentar",
    "nota",
    "notas",
    "not",
    "notlar",
    "observaciones",
    "remarques",
    "commentaire",
    "remarque",
    "uwagi",
    "opmerking",
  ],
];
const CONSENT = [
  "emailstatus",
  ...["marketingconsent", "emailconsent", "consent", "acceptsemailmarketing", "emailmarketingconsent"],
  ...["acceptsmarketing", "emailmarketing", "marketingemails", "emailsubscriptionstatus"],
  ...["subscriptionstatus", "emailsubscription", "emailoptin", "marketingoptin", "optin", "subscribed"],
  ...[
    "newsletter",
    "optedin",
    "izin",
    "einwilligung",
    "werbeeinwilligung",
    "consentement",
    "consentimiento",
    "boletin",
  ],
  ...["acceptsemail", "emailsubscribed", "emailmarketingstatus", "emailsubscriberstatus", "subscriberstatus"],
  ...["receivemarketingemails", "emailpermissionstatus", "optinoptout", "emailoptinstatus", "werbeerlaubnis"],
];
const PERSON: Words = {
  name: [...WHOLE, "billingname"],
  firstName: [...WORDS.firstName, "customerfirstname", "customerfirst"],
  lastName: [...WORDS.lastName, "customerlastname", "customerlast"],
  email: [...WORDS.email, "customeremail"],
  phoneNumber: [...WORDS.phoneNumber, "customerphone"],
};
/** Amounts, unless the file has a total as well. */
const PAID = ["totalpaid", "amountpaid"];
export const NET = ["nettotal", "netamount", "netto", "net"];
const TAGS = ["tags", "tag", "groups", "labels", "label", "categories", "groupmembership", "schlagworte"];

export const CALLED: Record<ImportKind, Words> = {
  contacts: {
    ...WORDS,
    ...PERSON,
    consent: CONSENT,
    addresses: ["moreemailsandnumbers"],
    tags: [...TAGS, "etiquettes", "etiquetas"],
    note: NOTES,
  },
  sales: {
    date: DATES,
    cost: [
      ...[
        "saleprice",
        "total",
        "grandtotal",
        "ordertotal",
        "tickettotal",
        "totalprice",
        "totalamount",
        "totaldue",
      ],
      ...[
        "amount",
        "totalcollected",
        "netsales",
        "grosssales",
        "linetotal",
        "soldfor",
        "soldprice",
        "sellingprice",
        "price",
        "retail",
      ],
      ...["cost", "sum"],
      ...[
        "grosstotal",
        "totalgross",
        "gross",
        "grossamount",
        "charge",
        "brutto",
        "endbetrag",
        "tutar",
        "toplam",
        "geneltoplam",
        "fiyat",
      ],
      ...["bruttobetrag", "betragbrutto", "gesamtbetrag", "rechnungsbetrag", "betrag", "summe", "preis"],
      ...[
        "umsatz",
        "gesamt",
        "montantttc",
        "totalttc",
        "montant",
        "prix",
        "importetotal",
        "importe",
        "precio",
        ...[
          "kwotabrutto",
          "wartoscbrutto",
          "kwota",
          "razem",
          "cena",
          "importo",
          "totale",
          "bedrag",
          "totaal",
        ],
      ],
      ...NET,
      ...PAID,
    ],
    paid: [
      "paid",
      ...PAID,
      "paymentstotal",
      "amtpaid",
      "paidamount",
      "bezahlt",
      "gezahlt",
      "anzahlung",
      "deposit",
      "paye",
      "pagado",
    ],
    open: [
      ...["open", "openamount", "amountremaining", "outstanding", "outstandingbalance", "balancedue"],
      ...["amountdue", "iou"],
      ...["balanceowed", "amountowed", "owed", "remaining", "remainingbalance"],
      ...["offen", "offenerbetrag", "restbetrag", "resteapayer", "pendiente"],
    ],
    method: [
      ...["method", "payment", "paymentmethod", "paymenttype", "paidby", "paidwith", "tender", "tendertype"],
      ...["zahlungsart", "zahlart", "zahlungsmethode", "modedepaiement", "formadepago", "metododepago"],
    ],
    payments: ["payments"],
    items: ["items"],
    soldBy: ["soldby", "salesperson"],
    time: ["time", "uhrzeit", "heure", "hora"],
    refunded: [
      "refundedamount",
      "refunded",
      "refund",
      "partialrefunds",
      "postpaymentcreditnotesamount",
      "erstattet",
      "erstattung",
      "rembourse",
    ],
    currency: ["currency", "currencycode", "wahrung", "wahrungscode", "devise", "moneda", "divisa", "valuta"],
    status: [
      ...["financialstatus", "status", "orderstatus", "salestatus", "transactionstatus", "paymentstatus"],
      ...["paymentstate", "orderpaymentstate"],
      ...["type", "transactiontype", "saletype", "result"],
      ...["bestellstatus", "zahlungsstatus", "statut", "estado", "stato"],
    ],
    category: [
      ...["category", "productcategory", "productname", "producttitle", "product", "item", "itemname"],
      ...["kategorie", "warengruppe", "produkt", "artikel", "categorie", "produit", "article", "categoria"],
      ...[
        "producto",
        "articulo",
        "description",
        "designation",
        "concepto",
        "towar",
        "prodotto",
        "urun",
        "urunadi",
      ],
    ],
    ...Object.fromEntries(plainSaleFields.map((field) => [field.key, [bare(field.label)]])),
    invoiceNumber: [
      ...["invoicenumber", "invoice", "invoiceno", "receiptnumber", "receipt", "receiptno", "ordernumber"],
      ...["orderid", "order", "transactionid", "paymentid", "saleid", "rechnungsnummer", "rechnung"],
      ...["belegnummer", "beleg", "numerodefacture", "facture", "numerodefactura", "factura", "number"],
      ...[
        "inv",
        "invno",
        "saleno",
        "salenumber",
        "ticket",
        "ticketno",
        "ticketnumber",
        "belegnr",
        "rechnungsnr",
        "bonnr",
        "bonnummer",
        ...[
          "num",
          "faturano",
          "fatura",
          "fisno",
          "nrfaktury",
          "numerfaktury",
          "faktura",
          "paragon",
          "fattura",
          "factuurnummer",
        ],
      ],
    ],
    ...PERSON,
    note: NOTES,
  },
  notes: { content: [...NOTES, "content", "text"], date: DATES, ...PERSON },
  categories: {
    category: [
      ...["producttitle", "category", "productcategory", "name", "title", "kategorie", "categorie"],
      "categoria",
    ],
    description: ["description", "beschreibung", "descripcion", "details"],
  },
  appointments: {
    date: [
      ...DATE,
      "appointmentdate",
      "scheduleddate",
      "scheduledon",
      "bookingdate",
      "start",
      "starts",
      "startdate",
      "startsat",
      "begin",
      "datum",
      "beginn",
      "fecha",
      "when",
    ],
    time: ["time", "starttime", "uhrzeit", "zeit", "heure", "hora", "start", "starts", "begin", "beginn"],
    minutes: ["minutes", "duration", "durationmin", "length", "dauer", "minuten", "duree", "duracion"],
    ends: ["end", "ends", "endtime", "endsat", "enddatetime", "ende", "endzeit", "bis", "fin", "hasta"],
    status: ["status", "appointmentstatus", "bookingstatus", "statut", "estado", "stato"],
    title: [
      ...["appointmenttype", "appointment", "service", "title", "type", "subject", "treatment"],
      ...["eventtype", "eventtypename", "eventname", "servicename"],
      ...["termin", "leistung", "titel"],
    ],
    ...PERSON,
    content: [...NOTES, "content", "text"],
  },
  repairs: {
    ...REPAIR_COLUMNS,
    date: [...REPAIR_COLUMNS.date, ...DATES],
    words: [...NOTES, ...REPAIR_COLUMNS.words],
    ...PERSON,
  },
};

export const WHOLE_ONLY: readonly ImportField[] = [
  ...["note", "addresses", "consent", "texts", "tags", "currency", "status"],
  ...["ends", "paid", "open", "method", "payments", "items", "soldBy"],
  ...["ticket", "piece", "work", "deposit", "workshop", "keptIn", "words"],
] as const;

export const RECEIPT_NUMBER = "invoiceNumber";
export const QUANTITY =
  /^((qty|quantity|units)(sold|ordered)?|menge|anzahl|pieces|stuck|quantite|cantidad|quantita)$/;
export const PRICE = /^(price|preis|prix|precio|prezzo|retail|msrp)$|unit|einzel|stuck|each/;

/** Columns that say what kind of row it is, beside the status. */
export const TYPE =
  /^kind$|^(?!state$)((transaction|trans|sale|order|record|document|doc|ticket|purchase)?(type|status|state)|(payment|financial|invoice)(status|state))$/;
export const VOID =
  /^(is|was|markedas)?(void(ed)?|cancell?ed|rescheduled|deleted|noshow|storniert|annule|anulad[oa])(at|on|date|time|am)?$/;
export const BALANCE = /^((open)?balance|balance(due|owed)|saldo|restsaldo|solde)$/;
export const DISCOUNT =
  /^(line|item|total)?(disc(ount)?|rabatt|nachlass|remise|descuento|sconto)s?(amount|total|betrag|percent|prozent|value)?$/;
export const AFTER_DISCOUNT =
  /^(?!gross)(.*(total|net|sold|sale|selling|paid|collected|charge|due|final|sum|gesamt|endbetrag|ttc|totaal|razem|importe|toplam|rechnungsbetrag))/;

const NOBODY =
  /staff|employee|associate|cashier|user|owner|manager|assistant|seller|salesp|mitarbeiter|verkaufer|vendeur|vendedor|spouse|partner|wife|husband|asst|emergency|fiance|child|kid|daughter|father|mother|parent|sibling|ehefrau|ehemann|ehegatt|conjoint|pareja/;
const NO_NAME =
  /phonetic|yomi|description|company|organi[sz]|product|item|device|shipping|file|nick|maiden|middle|referr|visit|order|date|seen|contacted|purchase|codes?$|ids?$|group|type|since|reference|number|nummer|adress|address|city|country|zip|e?mail|phone|note|contacts$|currency|count/;
const NO_ADDRESS =
  /postal|type|label|display|consent|marketing|opt(ed)?(in|out)|status|subscri|blacklist|bounce|verified|valid|count|^no|donot/;

export const OPT_STATUS = /^(opt(ed)?in|consent|permission)(status|state)$/;
export const PREFERENCE = /^(communication|contact|message|messaging)preferences?$|^preferredcontact/;

export const EXCLUDING: { [F in ImportField]?: RegExp } = {
  consent: OPT_STATUS,
  name: either(NOBODY, NO_NAME),
  firstName: either(NOBODY, NO_NAME, /first(?!name)|fname/),
  lastName: either(NOBODY, NO_NAME, /lname/),
  email: either(
    NOBODY,
    NO_ADDRESS,
    /permission|domain|sent|clicked|opened|reason|format|ids?$|lists?$|source|^to/,
  ),
  phoneNumber: either(
    NOBODY,
    NO_ADDRESS,
    /fax|pager|telex|tty|isdn|radio|callback|companymain|phonetic|extension|country|code$|carrier|sms/,
  ),
  ...Object.fromEntries(
    yearlyKeys.map((key) => [
      key,
      either(
        NOBODY,
        /work|month(?!day)|monat|gift|card|coupon|e?mail|sent|reminder|discount|ring|band|size|list|venue|budget/,
      ),
    ]),
  ),
  date: /geburt|birth|nacimiento|naissance|updat|fulfil|ship|due|expir|liefer|fallig|cancel|by$|modif|last/,
  cost: /^net(?!sales)|tax|vat$|^vat|mwst|steuer|discount|rabatt|remise|descuento|shipping|versand|tips?$|trinkgeld|quantity|qty|menge|anzahl|unit|einzel|stuck|compareat|refund|erstatt|subtotal|zwischensumme|fees?$|profit|margin|cogs|goods|balance|points|spent|spend|orders|visits|outstanding|lifetime|revenue|ids?$|type|due|count|currency|duties|codes?$|lineitem|cents?$|pence$|minor/,
  refunded: /date|reason|by$|status|at$|count|method/,
  category: /ids?$|sku|code|number|nummer|count|price|preis|url|quantity|menge|tax|type$|refund|image|total/,
  invoiceNumber:
    /item|article|artikel|product|produkt|store|register|station|stock|serial|style|table|clerk|sku|date|datum|fecha|status|total|amount|betrag|summe|montant|importe|type|by$|note|source|count|phone|mobile|customer|kunde|client|card|tax|account|vat|line|url|mail|name|currency|tags|discount|method|qty|quantity|country|time|address|city|adress|zip|shipping|billing|reminder/,
};

function either(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"));
}

const NAMES = new Set(Object.values(CALLED).flatMap((words) => Object.values(words).flat()));

export function isColumnName(cell: string): boolean {
  return cell.length < 60 && !/[@\d]/.test(cell) && NAMES.has(bare(cell));
}

const TECHNICAL = new RegExp(
  `^(${[
    "fax|created.*|updated.*|lastmodified.*|lastchanged|.*label|type|gender|language|photo|.*marketing.*",
    "(email|phone|event|address|relation|website|im|im(protocol)?|customfield)type|emaildisplayname",
    "initials|priority|private|sensitivity|internetfreebusy|directoryserver|mileage|fileas",
    "memberrating|(optin|confirm)(time|ip)|latitude|longitude|gmtoff|dstoff|timezone|cc|leid|euid",
    "creationsource|instantprofile|enableloyalty|.*sku",
  ].join("|")})$`,
);

export function isTechnical(header: string): boolean {
  return (
    TECHNICAL.test(bare(header)) ||
    /(?:^|[\s_.-])(?:uu)?id$/i.test(header.trim()) ||
    /[a-z]I[dD]$/.test(header.trim())
  );
}
