import { HOUR, zoneOf } from "./zone.ts";
import { clocksOf, currentTimezone, differ, offsetIn, timezones } from "./zone-data.ts";

/** Links in the tz database 2025b: former names that browsers and machines may report. */
const LINKS = `
  Africa/Asmera Africa/Timbuktu America/Argentina/ComodRivadavia America/Atka America/Buenos_Aires
  America/Catamarca America/Coral_Harbour America/Cordoba America/Ensenada America/Fort_Wayne America/Godthab
  America/Indianapolis America/Jujuy America/Knox_IN America/Kralendijk America/Louisville America/Lower_Princes
  America/Marigot America/Mendoza America/Montreal America/Nipigon America/Pangnirtung America/Porto_Acre
  America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock America/St_Barthelemy
  America/Thunder_Bay America/Virgin America/Yellowknife Antarctica/South_Pole Arctic/Longyearbyen Asia/Ashkhabad
  Asia/Calcutta Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Dacca Asia/Harbin Asia/Istanbul Asia/Kashgar
  Asia/Katmandu Asia/Macao Asia/Rangoon Asia/Saigon Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator
  Atlantic/Faeroe Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW
  Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria Australia/West
  Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West Canada/Atlantic Canada/Central
  Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon
  Chile/Continental Chile/EasterIsland Cuba Egypt Eire Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT
  Etc/Universal Etc/Zulu Europe/Belfast Europe/Bratislava Europe/Busingen Europe/Kiev Europe/Mariehamn
  Europe/Nicosia Europe/Podgorica Europe/San_Marino Europe/Tiraspol Europe/Uzhgorod Europe/Vatican
  Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich Hongkong Iceland Iran Israel Jamaica Japan Kwajalein
  Libya Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC Pacific/Enderbury Pacific/Johnston
  Pacific/Ponape Pacific/Samoa Pacific/Truk Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT US/Alaska
  US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain
  US/Pacific US/Samoa UTC Universal W-SU Zulu`;

test("maps browsers' zone names to listed ones with the same clocks", () => {
  const names = [
    ...new Set([...timezones, ...Intl.supportedValuesOf("timeZone"), ...LINKS.trim().split(/\s+/)]),
  ];
  expect(names.length).toBeGreaterThan(500);
  const instants = [2026, 2027].flatMap((year) => [0, 3, 6, 9].map((month) => Date.UTC(year, month, 15)));
  const wrong = names.filter((name) => {
    const stored = currentTimezone(name);
    return (
      !stored ||
      !timezones.includes(stored) ||
      currentTimezone(stored) !== stored ||
      instants.some((instant) => zoneOf(stored).offsetAt(instant) !== zoneOf(name).offsetAt(instant))
    );
  });
  expect(wrong).toEqual([]);
});

test("records a zone's clock changes to the quarter of an hour", () => {
  const now = Date.parse("2026-01-05T12:00:00Z");
  const clocks = clocksOf("Europe/Berlin", now);
  expect(clocks.changes.slice(0, 3)).toEqual([
    [now, HOUR],
    [Date.parse("2026-03-29T01:00:00Z"), 2 * HOUR],
    [Date.parse("2026-10-25T01:00:00Z"), HOUR],
  ]);
  for (let instant = now; instant < now + 4 * 366 * 24 * HOUR; instant += 5 * HOUR)
    expect(offsetIn(clocks, instant)).toBe(zoneOf("Europe/Berlin").offsetAt(instant));
  const later = Date.parse("2026-06-01T00:00:00Z");
  expect(differ(clocks, clocksOf("Europe/Berlin", later), later)).toBe(false);
  expect(differ(clocks, clocksOf("Africa/Lagos", later), later)).toBe(true);
});
