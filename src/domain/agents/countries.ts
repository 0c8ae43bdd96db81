/** Countries (ISO 3166) by continent. Where a country lies on two, its capital decides. */
const COUNTRIES: Readonly<Record<string, string>> = {
  AF: 'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  AN: 'AQ BV GS HM TF',
  AS: 'AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  EU: 'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  NA: 'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  OC: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  SA: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
}
const CONTINENT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES).flatMap(([continent, codes]) => codes.split(' ').map((code) => [code, continent])),
)

/** Two-letter codes of the continents. */
export const CONTINENTS: readonly string[] = Object.keys(COUNTRIES)

export const isCountry = (code: string): boolean => CONTINENT_OF.has(code.toUpperCase())

/** Returns the two-letter continent of a country; null for an unknown country. */
export const continentOf = (country: string): string | null => CONTINENT_OF.get(country.toUpperCase()) ?? null

/** Returns the flag emoji of a two-letter country; empty for an unknown one. */
export const flagOf = (country: string): string =>
  isCountry(country)
    ? String.fromCodePoint(...[...country.toUpperCase()].map((letter) => 0x1_f1_a5 + letter.charCodeAt(0)))
    : ''

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns the English name of a two-letter country; the code itself for an unknown one. */
export const countryName = (code: string): string => (isCountry(code) ? (names.of(code.toUpperCase()) ?? code) : code)
