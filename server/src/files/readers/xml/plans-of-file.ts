import { wordsOf } from '@openbenefits/domain/plain-words';
import { SaxesParser } from 'saxes';
import { isPersonTag } from './person-elements.ts';
import { escaped, localName } from './stream.ts';

/** More plans than any employer offers; those beyond are not looked up. */
const MOST_PLANS = 2000;
const A_PLAN = /(?:plan|product|benefit|offering|option)(?:definition|info|detail|details|record|type)?$/;
const A_LIST =
  /(?:plans|products|benefits|offerings|options|catalog|catalogue|(?:plan|product|benefit)(?:list|definitions|table|s))$/;
const IDS = [
  'id',
  'planid',
  'key',
  'ref',
  'xmlid',
  'refid',
  'planref',
  'productid',
  'benefitid',
  'no',
  'number',
] as const;
const CODES = [
  'code',
  'plancode',
  'productcode',
  'benefitcode',
  'carrierplancode',
  'name',
  'planname',
  'productname',
  'shortname',
  'description',
] as const;

/**
 * What may stand around the list, below the document's own element: the employer's, and no element of a person that is
 * called otherwise (<Report_Entry>).
 */
const AROUND =
  /^(?:employer|company|group|sponsor|plansponsor|client|organi[sz]ation|account|header|setup|configuration|reference|referencedata|lookups?|definitions)$/;

/** <Plan> in <Plans>, outside of people: what the file calls a plan, and nobody's coverage. */
export function isPlanOfList(
  tag: string,
  around: readonly { readonly tag: string }[],
  leaves: ReadonlyMap<string, string>,
): boolean {
  if (around.length !== 2 && !(around.length === 3 && AROUND.test(around[1]?.tag ?? ''))) return false;
  // A document may be one person.
  if (isPersonTag(around[0]?.tag ?? '')) return false;
  return A_PLAN.test(tag) && A_LIST.test(around.at(-1)?.tag ?? '') && IDS.some((name) => leaves.has(name));
}

type Open = { tag: string; leaves: Map<string, string>; text: string };

/**
 * The file's own list of plans, by which its elections name them (`planRef="P1"`). It is looked for once, as soon as an
 * election names a plan that nobody knows: it may stand behind the people.
 */
export class PlansOfFile {
  readonly #texts: () => Iterable<string>;
  readonly #isKnown: (plan: string) => boolean;
  #codes: Map<string, string> | undefined;
  #isDone = false;

  constructor(texts: () => Iterable<string>, isKnown: (plan: string) => boolean) {
    this.#texts = texts;
    this.#isKnown = isKnown;
  }

  /** What a plan of the list is called: its code, else its name. */
  find(id: string): string | undefined {
    if (!this.#codes) this.#look();
    return this.#codes?.get(id.replace(/^#/, ''));
  }

  /** The list for people who are given back without the rest of the file; empty where nobody was looked up. */
  get written(): string {
    const plans = [...(this.#codes ?? [])].map(([id, code]) => `<Plan id="${escaped(id)}" code="${escaped(code)}"/>`);
    return plans.length === 0 ? '' : `<Plans>${plans.join('')}</Plans>`;
  }

  #look(): void {
    this.#codes = new Map();
    const parser = new SaxesParser({ position: false });
    const stack: Open[] = [];
    parser.on('opentag', ({ name, attributes }) => {
      const leaves = new Map(
        Object.entries(attributes).map(([key, value]) => [wordsOf(localName(key)), String(value).trim()]),
      );
      stack.push({ tag: wordsOf(localName(name)), leaves, text: '' });
    });
    const take = (text: string): void => {
      const open = stack.at(-1);
      if (open && open.text.length < 200) open.text += text;
    };
    parser.on('text', take);
    parser.on('cdata', take);
    parser.on('closetag', () => this.#close(stack));
    try {
      for (const text of this.#texts()) {
        parser.write(text);
        if (this.#isDone) return;
      }
    } catch {
      // What is wrong with the file is said by its reader.
    }
  }

  #close(stack: Open[]): void {
    const open = stack.pop();
    const around = stack.at(-1);
    if (!open || !around) return;
    if (isPlanOfList(open.tag, stack, open.leaves)) this.#take(open);
    // The list has ended.
    else if (A_LIST.test(open.tag) && this.#codes && this.#codes.size > 0) this.#isDone = true;
    else if (open.text.trim() !== '' && !around.leaves.has(open.tag)) around.leaves.set(open.tag, open.text.trim());
  }

  #take({ leaves, text }: Open): void {
    const codes = this.#codes;
    const id = IDS.flatMap((name) => leaves.get(name) ?? [])[0];
    const told = [...CODES.flatMap((name) => leaves.get(name) ?? []), ...(text.trim() === '' ? [] : [text.trim()])];
    const code = told.find(this.#isKnown) ?? told[0];
    if (!codes || id === undefined || code === undefined || code === id || codes.size >= MOST_PLANS) return;
    // One id for two plans names none.
    if (codes.has(id) && codes.get(id) !== code) codes.set(id, id);
    else codes.set(id, code);
  }
}
