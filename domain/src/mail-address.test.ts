import { expect, it } from 'vitest';
import { mailAddress, parseMailbox } from './mail-address.ts';

it('takes addresses as providers give them out', () => {
  for (const address of [
    'dana@example.com',
    'd.o-w+benefits@mail.example.co.uk',
    'a@xn--bcher-kva.example',
    "o'neil@example.com",
  ])
    expect(mailAddress(address, 'Dana Whitfield')).toEqual({ name: 'Dana Whitfield', address });
});

it.each([
  '',
  'dana',
  'dana@',
  '@example.com',
  'dana@example',
  'dana@-example.com',
  'dana@example.com\r\nBcc: mallory@example.com',
  'dana@example.com\n',
  'dana@example.com, mallory@example.com',
  'dana@example.com mallory@example.com',
  '<dana@example.com>',
  '"dana@evil.example"@example.com',
  `${'d'.repeat(65)}@example.com`,
  `dana@${'e'.repeat(63)}.${'e'.repeat(63)}.${'e'.repeat(63)}.${'e'.repeat(63)}.com`,
])('refuses %j', (address) => {
  expect(mailAddress(address)).toBeUndefined();
});

it('refuses a name that holds another header', () => {
  for (const name of ['Dana\r\nBcc: mallory@example.com', 'Dana\nX', 'Dana\0', 'D'.repeat(101)])
    expect(mailAddress('dana@example.com', name)).toBeUndefined();
});

it('reads a mailbox with and without a name', () => {
  expect(parseMailbox('Open Benefits <noreply@example.com>')).toEqual({
    name: 'Open Benefits',
    address: 'noreply@example.com',
  });
  expect(parseMailbox('"Benefits, Inc." <noreply@example.com>')).toEqual({
    name: 'Benefits, Inc.',
    address: 'noreply@example.com',
  });
  expect(parseMailbox('noreply@example.com')).toEqual({ name: '', address: 'noreply@example.com' });
  for (const text of ['Open Benefits', 'a <b> <noreply@example.com>', 'x <noreply@example.com> y'])
    expect(parseMailbox(text)).toBeUndefined();
});
