import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

type CallingCode = { code: string; label: string };

/** From SPEC.md. */
export const countries: CallingCode[] = [
  { code: "+1", label: "+1 (US/CA)" },
  { code: "+44", label: "+44 (UK)" },
  { code: "+91", label: "+91 (IN)" },
  { code: "+61", label: "+61 (AU)" },
];

/** SPEC.md's codes, then all others. */
export function allCountries(): CallingCode[] {
  const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))].sort(
    (a, b) => Number(a) - Number(b),
  );
  return countriesWith(...codes.map((code) => `+${code}`));
}

/** SPEC.md's codes, then the missing ones of these. */
export function countriesWith(...codes: (string | null | undefined)[]): CallingCode[] {
  const others = [...new Set(codes)].filter(
    (code): code is string => Boolean(code) && !countries.some((known) => known.code === code),
  );
  return [...countries, ...others.map((code) => ({ code, label: labelOf(code) }))];
}

function labelOf(code: string): string {
  const named = getCountries().filter((country) => `+${getCountryCallingCode(country)}` === code);
  return named.length > 0 ? `${code} (${named.slice(0, 2).join("/")})` : code;
}

const MAX_LENGTH = 40;

/** "020 7183 8750" with +44 → "+44 20 7183 8750". Invalid numbers stay as typed. */
export function formatPhone(text: string, code: string): string {
  return possible(text, code)?.formatInternational() ?? text;
}

/** Invalid numbers stay as typed, since they may belong to another country. */
export function readPhone(text: string, code: string): string {
  const number = text.trim();
  const [, afterZeros] = /^\+?00([1-9].*)$/.exec(number) ?? [];
  const abroad = afterZeros ? `+${afterZeros}` : number.startsWith("+") ? number : null;
  if (abroad) return possible(abroad, "")?.formatInternational() ?? text;
  const country = countryOf(code);
  if (!country || number.length > MAX_LENGTH) return text;
  const local = parsePhoneNumberFromString(number, country);
  // Spreadsheets drop the plus. If the country's numbers start with 0, one that starts with its code is complete.
  const digits = /^[\d\s()./-]{9,}$/.test(number) ? number.replace(/\D/g, "") : "";
  const whole = digits.startsWith(code.slice(1)) ? possible(`+${digits}`, "") : undefined;
  const isWhole = whole?.isValid() && (!local?.isValid() || local.formatNational().startsWith("0"));
  const found = isWhole ? whole : local;
  return found?.isValid() ? found.formatInternational() : text;
}

/** Several countries may share a code. */
function countryOf(code: string): CountryCode | undefined {
  if (code === "+1") return "US";
  return getCountries().find((country) => `+${getCountryCallingCode(country)}` === code);
}

/** "+14155550134"; null if incomplete. */
export function e164(text: string, code: string): string | null {
  return possible(readPhone(text, code), "")?.number ?? null;
}

/** "" if missing. */
export function codeIn(number: string): string {
  const code = number.startsWith("+") ? parsePhoneNumberFromString(number)?.countryCallingCode : undefined;
  return code ? `+${code}` : "";
}

const LEAST_DIGITS = 10;

export function isWholePhone(text: string, code: string): boolean {
  if (!/^[\d\s+()./-]+$/.test(text)) return false;
  return possible(text, code) !== undefined || text.replace(/\D/g, "").length >= LEAST_DIGITS;
}

/** "" if unknown. */
export function codeOfZone(timezone: string): string {
  return callingCodeOf(timezone) ?? callingCodeOf(canonical(timezone)) ?? "";
}

function canonical(timezone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return timezone;
  }
}

function possible(text: string, code: string) {
  const defaultCallingCode = code.replace(/^\+/, "");
  const number =
    text.length <= MAX_LENGTH
      ? parsePhoneNumberFromString(text, defaultCallingCode ? { defaultCallingCode } : undefined)
      : undefined;
  return number?.isPossible() ? number : undefined;
}

/** Each code and its zones without their region. Some browsers, such as Firefox, don't know a zone's country. */
const REGIONS: Record<string, string> = {
  Africa: `
    20 Cairo 27 Johannesburg 34 Ceuta 211 Juba 212 Casablanca El_Aaiun 213 Algiers 216 Tunis 218
    Tripoli 220 Banjul 221 Dakar 222 Nouakchott 223 Bamako 224 Conakry 225 Abidjan 226 Ouagadougou
    227 Niamey 228 Lome 229 Porto-Novo 231 Monrovia 232 Freetown 233 Accra 234 Lagos 235 Ndjamena
    236 Bangui 237 Douala 239 Sao_Tome 240 Malabo 241 Libreville 242 Brazzaville 243 Kinshasa
    Lubumbashi 244 Luanda 245 Bissau 249 Khartoum 250 Kigali 251 Addis_Ababa 252 Mogadishu 253
    Djibouti 254 Nairobi 255 Dar_es_Salaam 256 Kampala 257 Bujumbura 258 Maputo 260 Lusaka 263
    Harare 264 Windhoek 265 Blantyre 266 Maseru 267 Gaborone 268 Mbabane 291 Asmara Asmera`,
  America: `
    1 Adak Anchorage Anguilla Antigua Atikokan Barbados Blanc-Sablon Boise Cambridge_Bay Cayman
    Chicago Coral_Harbour Creston Dawson Dawson_Creek Denver Detroit Dominica Edmonton Fort_Nelson
    Glace_Bay Goose_Bay Grand_Turk Grenada Halifax Indiana/Indianapolis Indiana/Knox Indiana/Marengo
    Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac
    Indianapolis Inuvik Iqaluit Jamaica Juneau Kentucky/Louisville Kentucky/Monticello Los_Angeles
    Louisville Lower_Princes Menominee Metlakatla Moncton Montserrat Nassau New_York Nome
    North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Phoenix Port_of_Spain Puerto_Rico
    Rankin_Inlet Regina Resolute Santo_Domingo Sitka St_Johns St_Kitts St_Lucia St_Thomas St_Vincent
    Swift_Current Toronto Tortola Vancouver Whitehorse Winnipeg Yakutat 51 Lima 52 Bahia_Banderas
    Cancun Chihuahua Ciudad_Juarez Hermosillo Matamoros Mazatlan Merida Mexico_City Monterrey
    Ojinaga Tijuana 53 Havana 54 Argentina/Buenos_Aires Argentina/Catamarca Argentina/Cordoba
    Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta
    Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia Buenos_Aires Catamarca
    Cordoba Jujuy Mendoza 55 Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza
    Maceio Manaus Noronha Porto_Velho Recife Rio_Branco Santarem Sao_Paulo 56 Coyhaique Punta_Arenas
    Santiago 57 Bogota 58 Caracas 297 Aruba 299 Danmarkshavn Godthab Nuuk Scoresbysund Thule 501
    Belize 502 Guatemala 503 El_Salvador 504 Tegucigalpa 505 Managua 506 Costa_Rica 507 Panama 508
    Miquelon 509 Port-au-Prince 590 Guadeloupe Marigot St_Barthelemy 591 La_Paz 592 Guyana 593
    Guayaquil 594 Cayenne 595 Asuncion 596 Martinique 597 Paramaribo 598 Montevideo 599 Curacao
    Kralendijk`,
  Antarctica: `
    61 Macquarie`,
  Arctic: `
    47 Longyearbyen`,
  Asia: `
    7 Almaty Anadyr Aqtau Aqtobe Atyrau Barnaul Chita Irkutsk Kamchatka Khandyga Krasnoyarsk Magadan
    Novokuznetsk Novosibirsk Omsk Oral Qostanay Qyzylorda Sakhalin Srednekolymsk Tomsk Ust-Nera
    Vladivostok Yakutsk Yekaterinburg 60 Kuala_Lumpur Kuching 62 Jakarta Jayapura Makassar Pontianak
    63 Manila 65 Singapore 66 Bangkok 81 Tokyo 82 Seoul 84 Ho_Chi_Minh Saigon 86 Shanghai Urumqi 91
    Calcutta Kolkata 92 Karachi 93 Kabul 94 Colombo 95 Rangoon Yangon 98 Tehran 357 Famagusta
    Nicosia 374 Yerevan 670 Dili 673 Brunei 850 Pyongyang 852 Hong_Kong 853 Macau 855 Phnom_Penh 856
    Vientiane 880 Dhaka 886 Taipei 961 Beirut 962 Amman 963 Damascus 964 Baghdad 965 Kuwait 966
    Riyadh 967 Aden 968 Muscat 970 Gaza Hebron 971 Dubai 972 Jerusalem 973 Bahrain 974 Qatar 975
    Thimphu 976 Hovd Ulaanbaatar 977 Kathmandu Katmandu 992 Dushanbe 993 Ashgabat 994 Baku 995
    Tbilisi 996 Bishkek 998 Samarkand Tashkent`,
  Atlantic: `
    1 Bermuda 34 Canary 238 Cape_Verde 290 St_Helena 298 Faeroe Faroe 351 Azores Madeira 354
    Reykjavik 500 Stanley`,
  Australia: `
    61 Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Melbourne Perth Sydney`,
  Europe: `
    7 Astrakhan Kaliningrad Kirov Moscow Samara Saratov Ulyanovsk Volgograd 30 Athens 31 Amsterdam
    32 Brussels 33 Paris 34 Madrid 36 Budapest 39 Rome Vatican 40 Bucharest 41 Zurich 43 Vienna 44
    Guernsey Isle_of_Man Jersey London 45 Copenhagen 46 Stockholm 47 Oslo 48 Warsaw 49 Berlin
    Busingen 90 Istanbul 350 Gibraltar 351 Lisbon 352 Luxembourg 353 Dublin 355 Tirane 356 Malta 358
    Helsinki Mariehamn 359 Sofia 370 Vilnius 371 Riga 372 Tallinn 373 Chisinau 375 Minsk 376 Andorra
    377 Monaco 378 San_Marino 380 Kiev Kyiv Simferopol 381 Belgrade 382 Podgorica 385 Zagreb 386
    Ljubljana 387 Sarajevo 389 Skopje 420 Prague 421 Bratislava 423 Vaduz`,
  Indian: `
    61 Christmas Cocos 230 Mauritius 246 Chagos 248 Mahe 261 Antananarivo 262 Mayotte Reunion 269
    Comoro 960 Maldives`,
  Pacific: `
    1 Guam Honolulu Pago_Pago Saipan 56 Easter 64 Auckland Chatham 593 Galapagos 672 Norfolk 674
    Nauru 675 Bougainville Port_Moresby 676 Tongatapu 677 Guadalcanal 678 Efate 679 Fiji 680 Palau
    681 Wallis 682 Rarotonga 683 Niue 685 Apia 686 Enderbury Kanton Kiritimati Tarawa 687 Noumea 688
    Funafuti 689 Gambier Marquesas Tahiti 690 Fakaofo 691 Chuuk Kosrae Pohnpei Ponape Truk 692
    Kwajalein Majuro`,
};

let codes: Map<string, string> | undefined;

/** Undefined if the zone has no country. */
function callingCodeOf(zone: string): string | undefined {
  codes ??= readRegions();
  return codes.get(zone);
}

function readRegions(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [region, text] of Object.entries(REGIONS)) {
    let code = "";
    for (const word of text.trim().split(/\s+/)) {
      if (/^\d/.test(word)) code = `+${word}`;
      else found.set(`${region}/${word}`, code);
    }
  }
  return found;
}
