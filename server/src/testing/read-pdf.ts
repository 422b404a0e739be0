import { inflateSync } from 'node:zlib';

/** A piece of text on a page: its baseline's left end in points from the lower left corner, and what it is marked as. */
export type PdfRun = { text: string; x: number; y: number; size: number; width: number; tag: string };
type Font = { letters: readonly string[]; widths: readonly number[] };

/** The objects of a PDF without encryption and object streams, as pdfkit writes them. */
class Objects {
  readonly #bodies = new Map<string, string>();

  constructor(pdf: Buffer) {
    for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g))
      this.#bodies.set(id, body);
  }

  get all(): string[] {
    return [...this.#bodies.values()];
  }

  of(id: string | undefined): string {
    return this.#bodies.get(id ?? '') ?? '';
  }

  /** The object that another one names under a key. */
  named(body: string, key: string): string {
    return this.of(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1]);
  }

  stream(body: string): string {
    const packed = /stream\n([^]*)\nendstream/.exec(body)?.[1] ?? '';
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
  }
}

/** The texts of a font's glyphs (its ToUnicode map) and their widths in thousandths of the size. */
function fontOf(objects: Objects, body: string): Font {
  const map = objects.stream(objects.named(body, 'ToUnicode'));
  const letters = [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[(.*?)\]/g)].flatMap(([, range = '']) =>
    [...range.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
  const widths = /\/W \[0 \[([^\]]*)\]/.exec(objects.named(body, 'DescendantFonts'))?.[1] ?? '';
  return { letters, widths: widths.split(' ').map(Number) };
}

function runOf(block: string, tag: string, fonts: ReadonlyMap<string, Font>): PdfRun {
  const [, x = '', y = ''] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
  const [, name = '', size = ''] = /\/(F\d+) (\S+) Tf/.exec(block) ?? [];
  const font = fonts.get(name);
  const run: PdfRun = { text: '', x: Number(x), y: Number(y), size: Number(size), width: 0, tag };
  for (const [, shown = ''] of block.matchAll(/\[(.*)\] TJ/g))
    for (const [, hex, shift] of shown.matchAll(/<([0-9a-f]+)>|(-?[\d.]+)/g)) {
      const glyphs = hex?.match(/.{4}/g)?.map((glyph) => Number.parseInt(glyph, 16)) ?? [];
      run.text += glyphs.map((glyph) => font?.letters[glyph] ?? '\uFFFD').join('');
      const thousandths = glyphs.reduce((sum, glyph) => sum + (font?.widths[glyph] ?? 0), -Number(shift ?? 0));
      run.width += (thousandths * run.size) / 1000;
    }
  return run;
}

/** Reads the text of each page of a PDF with embedded fonts back, in the order in which it was drawn. */
export function readPdf(pdf: Buffer): PdfRun[][] {
  const objects = new Objects(pdf);
  const pages = objects.all.find((body) => body.includes('/Type /Pages')) ?? '';
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(pages)?.[1] ?? '').matchAll(/(\d+) 0 R/g)];
  const fonts = new Map<string, Font>();
  return kids.map(([, id]) => {
    const page = objects.of(id);
    const named = [
      ...page.matchAll(/\/(F\d+) (\d+) 0 R/g),
      ...objects.named(page, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g),
    ];
    for (const [, name = '', font] of named) if (!fonts.has(name)) fonts.set(name, fontOf(objects, objects.of(font)));
    return runsOf(objects.stream(objects.named(page, 'Contents')), fonts);
  });
}

function runsOf(content: string, fonts: ReadonlyMap<string, Font>): PdfRun[] {
  let tag = '';
  const runs: PdfRun[] = [];
  for (const [found, opened, block] of content.matchAll(/\/(\w+) <<[^>]*>> BDC|BT\n([^]*?)\nET|EMC/g)) {
    if (block !== undefined) runs.push(runOf(block, tag, fonts));
    else tag = found === 'EMC' ? '' : (opened ?? '');
  }
  return runs;
}
