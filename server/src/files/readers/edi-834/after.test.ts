import { describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../../testing/samples.ts';
import { readBytes, refusalOf } from '../samples/read-here.ts';

const OLA: SampleMember = {
  first: 'Ola',
  last: 'Oak',
  ssn: '123450761',
  birth: '19900101',
  family: 'K-1001',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const file = edi834([OLA], { control: '000000500' });
const second = file.replaceAll('000000500', '000000501');

describe('text behind an interchange', () => {
  it.each([
    ['a line of a log', 'REPORT END\n'],
    ['what fills up the last block', '\u001A\0\0\0\0'],
    ['^Z, and a line behind it', '\u001A\r\nsent\r\n'],
    ['a checksum', 'SHA256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n'],
    [
      'the foot of a mail',
      '\r\n--\r\nJane Doe | Benefits\r\n+1 617 555 0100\r\nThis e-mail may be confidential.\r\n\r\n--boundary42--\r\n',
    ],
    [
      'what a mail gateway adds',
      '<html><body><p style="color:red">EXTERNAL: don’t open <b>links</b></p></body></html>',
    ],
    ['the end of an older, longer file', '0501~\n'],
  ])('%s is left out, and that is told', async (_name, after) => {
    const { records, facts } = await readBytes('x.edi', file + after);
    expect(records).toHaveLength(1);
    expect(facts.remarks.map(({ code }) => code)).toEqual(after.startsWith('\u001A\0') ? [] : ['text_after']);
    expect(facts.interchanges).toMatchObject([{ note: '000', refused: false }]);
  });

  it('is left out between two interchanges', async () => {
    const { records, facts } = await readBytes(
      'x.edi',
      `${file}--boundary\nContent-Type: text/plain\n\n${second}--boundary--\n`,
    );
    expect(records).toHaveLength(2);
    expect(facts.interchanges.map(({ control }) => control)).toEqual(['000000500', '000000501']);
    expect(facts.remarks).toMatchObject([{ code: 'text_after', count: 2 }]);
  });

  it.each([
    ['a member', 'INS*Y*18*021~NM1*IL*1*ASH*ANN~'],
    [
      'the end of an older, longer file with its members',
      'HLT*MED-PPO~DTP*348*D8*20260101~SE*9*0001~GE*1*1~IEA*1*000000500~',
    ],
    ['an archive', 'PK\u0003\u0004\u0014\0'],
    ['the end of an archive', 'xxPK\u0005\u0006\0\0'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a script', '<script>alert(1)</script>'],
    ['another part of a mail', '--boundary\nContent-Transfer-Encoding: base64\n\nSVNBKjAwKg==\n'],
    ['a list of people', 'Name,SSN\nAnn Ash,219-45-0001\n'],
    ['an interchange that is cut', second.slice(0, 60)],
    ['an interchange without its group', second.replace('GS*', 'XX*')],
    ['more than a text is long', 'x'.repeat(70_000)],
  ])('%s refuses the file', async (_name, after) =>
    expect(await refusalOf(readBytes('x.edi', `${file}\n${after}`))).toMatch(
      /after the end of the interchange|damaged|where only GS, ST/,
    ),
  );
});
