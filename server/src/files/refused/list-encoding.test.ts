import { describe, expect, it } from 'vitest';
import { asSent } from './list-encoding.ts';

const LIST = 'First Name;Last Name\r\nBéa;Müller–Ek\r\n';
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('a list of refused rows is given back in the letters in which it came', () => {
  it.each(['windows-1252', 'utf-16le', 'utf-8'] as const)('%s', (encoding) => {
    const bytes = asSent(utf8(LIST), encoding);
    expect(new TextDecoder(encoding).decode(bytes)).toBe(LIST);
  });

  it('without a mark where nothing is beyond ASCII, and with that of UTF-8 where a letter is not in Windows-1252', () => {
    expect(asSent(utf8('Ada;Abbott\r\n'), 'utf-8').toString('latin1')).toBe('Ada;Abbott\r\n');
    expect(asSent(utf8('Łukasz\r\n'), 'windows-1252')).toEqual(utf8('\ufeffŁukasz\r\n'));
    expect(asSent(utf8('Bea\r\n'), 'utf-16be').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
  });
});
