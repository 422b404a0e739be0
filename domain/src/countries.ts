import { wordsOf } from './plain-words.ts';

/** ISO 3166-1: the code of two letters and, in its place, that of three. */
const CODES =
  'AD AND|AE ARE|AF AFG|AG ATG|AI AIA|AL ALB|AM ARM|AO AGO|AQ ATA|AR ARG|AS ASM|AT AUT|AU AUS|AW ABW|AX ALA|AZ AZE|BA BIH|BB BRB|BD BGD|BE BEL|BF BFA|BG BGR|BH BHR|BI BDI|BJ BEN|BL BLM|' +
  'BM BMU|BN BRN|BO BOL|BQ BES|BR BRA|BS BHS|BT BTN|BV BVT|BW BWA|BY BLR|BZ BLZ|CA CAN|CC CCK|CD COD|CF CAF|CG COG|CH CHE|CI CIV|CK COK|CL CHL|CM CMR|CN CHN|CO COL|CR CRI|CU CUB|CV CPV|' +
  'CW CUW|CX CXR|CY CYP|CZ CZE|DE DEU|DJ DJI|DK DNK|DM DMA|DO DOM|DZ DZA|EC ECU|EE EST|EG EGY|EH ESH|ER ERI|ES ESP|ET ETH|FI FIN|FJ FJI|FK FLK|FM FSM|FO FRO|FR FRA|GA GAB|GB GBR|GD GRD|' +
  'GE GEO|GF GUF|GG GGY|GH GHA|GI GIB|GL GRL|GM GMB|GN GIN|GP GLP|GQ GNQ|GR GRC|GS SGS|GT GTM|GU GUM|GW GNB|GY GUY|HK HKG|HM HMD|HN HND|HR HRV|HT HTI|HU HUN|ID IDN|IE IRL|IL ISR|IM IMN|' +
  'IN IND|IO IOT|IQ IRQ|IR IRN|IS ISL|IT ITA|JE JEY|JM JAM|JO JOR|JP JPN|KE KEN|KG KGZ|KH KHM|KI KIR|KM COM|KN KNA|KP PRK|KR KOR|KW KWT|KY CYM|KZ KAZ|LA LAO|LB LBN|LC LCA|LI LIE|LK LKA|' +
  'LR LBR|LS LSO|LT LTU|LU LUX|LV LVA|LY LBY|MA MAR|MC MCO|MD MDA|ME MNE|MF MAF|MG MDG|MH MHL|MK MKD|ML MLI|MM MMR|MN MNG|MO MAC|MP MNP|MQ MTQ|MR MRT|MS MSR|MT MLT|MU MUS|MV MDV|MW MWI|' +
  'MX MEX|MY MYS|MZ MOZ|NA NAM|NC NCL|NE NER|NF NFK|NG NGA|NI NIC|NL NLD|NO NOR|NP NPL|NR NRU|NU NIU|NZ NZL|OM OMN|PA PAN|PE PER|PF PYF|PG PNG|PH PHL|PK PAK|PL POL|PM SPM|PN PCN|PR PRI|' +
  'PS PSE|PT PRT|PW PLW|PY PRY|QA QAT|RE REU|RO ROU|RS SRB|RU RUS|RW RWA|SA SAU|SB SLB|SC SYC|SD SDN|SE SWE|SG SGP|SH SHN|SI SVN|SJ SJM|SK SVK|SL SLE|SM SMR|SN SEN|SO SOM|SR SUR|SS SSD|' +
  'ST STP|SV SLV|SX SXM|SY SYR|SZ SWZ|TC TCA|TD TCD|TF ATF|TG TGO|TH THA|TJ TJK|TK TKL|TL TLS|TM TKM|TN TUN|TO TON|TR TUR|TT TTO|TV TUV|TW TWN|TZ TZA|UA UKR|UG UGA|UM UMI|US USA|UY URY|' +
  'UZ UZB|VA VAT|VC VCT|VE VEN|VG VGB|VI VIR|VN VNM|VU VUT|WF WLF|WS WSM|YE YEM|YT MYT|ZA ZAF|ZM ZMB|ZW ZWE';

/** Common alternatives to the English names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  US: 'unitedstatesofamerica theunitedstates theunitedstatesofamerica estadosunidos eeuu america',
  GB: 'uk greatbritain england scotland wales northernireland',
  KR: 'korea republicofkorea southkorea',
  RU: 'russianfederation',
  VN: 'vietnam',
  CZ: 'czechrepublic',
  NL: 'holland thenetherlands',
  MX: 'méxico',
  DE: 'deutschland',
  ES: 'españa espana',
  BR: 'brasil',
  TR: 'turkey turkiye',
  MM: 'burma',
  MK: 'macedonia',
  HK: 'hongkong',
  MO: 'macau macao',
  AE: 'uae',
  CI: 'ivorycoast',
  CV: 'capeverde',
  SZ: 'swaziland',
  PH: 'thephilippines',
  BS: 'thebahamas',
  DO: 'repúblicadominicana',
  TW: 'taiwanroc',
  CN: 'peoplesrepublicofchina prchina prc',
  CD: 'drcongo',
  LA: 'laopdr',
  PS: 'palestine',
  IE: 'republicofireland',
  TT: 'trinidadtobago',
  BA: 'bosnia',
};

/**
 * The United States, and the territories and freely associated states that its mail goes to as to a state (USPS
 * Publication 28, appendix B).
 */
const OURS: ReadonlySet<string> = new Set('US UM PR GU VI AS MP FM MH PW'.split(' '));

let known: ReadonlyMap<string, string> | undefined;

/** Made when the first list asks: most have no such column. */
function codes(): ReadonlyMap<string, string> {
  if (known) return known;
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const found = new Map<string, string>();
  for (const pair of CODES.split('|')) {
    const [two = '', three = ''] = pair.toLowerCase().split(' ');
    const code = two.toUpperCase();
    for (const word of [two, three, wordsOf(names.of(code) ?? ''), ...(OTHER_NAMES[code]?.split(' ') ?? [])])
      if (word !== '') found.set(word, code);
  }
  known = found;
  return found;
}

/** Returns the country of a code of two or three letters, or of a name; undefined if not recognized. */
export function readCountry(cell: string | number): { code: string; isDomestic: boolean } | undefined {
  const code = codes().get(wordsOf(String(cell)));
  return code === undefined ? undefined : { code, isDomestic: OURS.has(code) };
}

/** Returns the English name of a country by its code of two letters. */
export const countryName = (code: string): string => new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
