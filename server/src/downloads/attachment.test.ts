import { expect, it } from 'vitest';
import { attachment } from './attachment.ts';

it.each([
  ['SBC 2027.pdf', `attachment; filename="SBC 2027.pdf"; filename*=UTF-8''SBC%202027.pdf`],
  ['Übersicht (1).pdf', `attachment; filename="_bersicht (1).pdf"; filename*=UTF-8''%C3%9Cbersicht%20%281%29.pdf`],
  // A name that seems to end in "exe.pdf", and one that would begin another header.
  ['pay\u202efdp.exe', `attachment; filename="payfdp.exe"; filename*=UTF-8''payfdp.exe`],
  ['a"\r\nset-cookie: b', `attachment; filename="a_set-cookie_ b"; filename*=UTF-8''a%22set-cookie%3A%20b`],
  ['\u200f\u2066', `attachment; filename="file"; filename*=UTF-8''file`],
])('the name %j is sent as it is seen', (name, header) => expect(attachment(name)).toBe(header));
