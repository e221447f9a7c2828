/** Countries by name, in the reader's language; the browser knows the names. */
import { language, perLanguage } from './i18n.js';

/** ISO 3166-1 alpha-2, all that the service takes. */
export const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
  BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
  ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
  HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
  LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
  NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
  SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
  UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`.trim().split(/\s+/);

/** Other names that people use, where the browser's own names differ: short forms, former names, and names of the country itself. */
const ALSO = {
  AE: 'UAE', AT: 'Österreich', BE: 'België|Belgique', BR: 'Brasil', CD: 'DR Congo', CH: 'Schweiz|Suisse|Svizzera',
  CI: 'Ivory Coast', CN: 'Mainland China|中國|中国大陆|중국 본토', CV: 'Cape Verde', CZ: 'Czech Republic|Česko|Česká republika|チェコ共和国|체코 공화국',
  DE: 'Deutschland', DK: 'Danmark', ES: 'España', FI: 'Suomi',
  GB: 'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|英国|イングランド|잉글랜드|영국', GR: 'Hellas|Ελλάδα',
  HK: 'Hong Kong|香港|ホンコン|홍콩', HU: 'Magyarország', IT: 'Italia', JP: 'Nippon|Nihon|日本国', KP: 'DPRK|朝鮮',
  KR: 'Korea|Republic of Korea|ROK|Hanguk|韓国|대한민국|한국', MK: 'Macedonia', MM: 'Burma', MO: 'Macau|Macao|澳門|マカオ|마카오', MX: 'México',
  NL: 'Holland|Nederland', NO: 'Norge', PL: 'Polska', PS: 'Palestine', RU: 'Russian Federation|Россия', SE: 'Sverige', SZ: 'Swaziland',
  TH: 'ไทย', TL: 'East Timor', TR: 'Turkey|トルコ共和国|터키', TW: 'Taiwan|台灣|臺灣|中華民国',
  US: 'USA|U.S.A.|US|U.S.|America|United States of America|米国|アメリカ|미합중국', VA: 'Vatican', VN: 'Viet Nam|Việt Nam',
};

const names = perLanguage((tag) => new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' }));

/** Returns the country's name; the code if the browser does not know a name. */
export const nameOf = (code, tag = language()) => names(tag).of(code);

/** `{code, name}` for each, in the order of the reader's alphabet. */
export function countries() {
  const { compare } = new Intl.Collator(language());
  return CODES.map((code) => ({ code, name: nameOf(code) })).sort((a, b) => compare(a.name, b.name));
}

/** Other names of countries as `{code, name}`, to be offered beside the usual ones. */
export function otherNames() {
  return Object.entries(ALSO).flatMap(([code, names]) => names.split('|').map((name) => ({ code, name })));
}

/** The code for what a person typed: a name in any of our languages, another name in use, or the code itself; null if it is none. */
export function codeOf(text) {
  const wanted = folded(text);
  if (!wanted) return null;
  const upper = text.trim().toUpperCase();
  if (CODES.includes(upper)) return upper;
  for (const tag of [language(), 'en', 'ja', 'ko']) {
    const found = CODES.find((code) => folded(nameOf(code, tag)) === wanted);
    if (found) return found;
  }
  return otherNames().find(({ name }) => folded(name) === wanted)?.code ?? null;
}

function folded(text) {
  return text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').trim().toLowerCase();
}
