import { expect, it } from 'vitest';
import { countryName, readCountry } from './countries.ts';

it.each([
  'US',
  'us',
  'USA',
  'U.S.',
  'U.S.A.',
  'United States',
  'United States of America',
  'Estados Unidos',
  'PR',
  'Puerto Rico',
  'Guam',
])('%s is domestic', (text) => {
  expect(readCountry(text)?.isDomestic).toBe(true);
});

it.each([
  ['CA', 'CA'],
  ['CAN', 'CA'],
  ['Canada', 'CA'],
  ['mexico', 'MX'],
  ['México', 'MX'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['Great Britain', 'GB'],
  ['DEU', 'DE'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['South Korea', 'KR'],
  ['Viet Nam', 'VN'],
  ['Vietnam', 'VN'],
  ['India', 'IN'],
  ['Philippines', 'PH'],
  ['Bosnia & Herzegovina', 'BA'],
  ["Côte d'Ivoire", 'CI'],
  ['Ivory Coast', 'CI'],
  ['Turkey', 'TR'],
  ['Dominican Republic', 'DO'],
])('%s is %s', (text, code) => expect(readCountry(text)).toEqual({ code, isDomestic: false }));

it.each(['', 'Suffolk', 'XX', '1', 'Boston'])('%j is none', (text) => expect(readCountry(text)).toBeUndefined());

it.each(['CA', 'MX', 'GB', 'KR', 'CI', 'BA', 'HK', 'MK', 'TR', 'CD', 'CG', 'VC', 'AX', 'ST', 'MM'])(
  'the name of %s is read as that code again',
  (code) => expect(readCountry(countryName(code))?.code).toBe(code),
);
