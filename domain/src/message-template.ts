/** A piece of a message: text, or a parameter with its kind and, of a plural or a choice, its branches. */
export type MessageToken = string | [name: string, kind?: string, branches?: MessageBranches];
type MessageBranches = Record<string, MessageToken[]>;

/** A list is shown with commas. */
export type MessageParam = string | number | readonly string[];
export type MessageParams = Readonly<Record<string, MessageParam>>;

/** The names of the parameters that a template has. Branches of a plural have no parameters of their own. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside extends `${infer Name}, ${'plural' | 'select'}${string}`
    ? Name | (Rest extends `${string}}}${infer After}` ? NamesIn<After> : never)
    : Inside extends `${infer Name}, number`
      ? Name | NamesIn<Rest>
      : Inside | NamesIn<Rest>
  : never;

/**
 * Reads the part of ICU messages that our texts use: {name}, {count, number}, plural and select with their branches,
 * '#', and quoted braces.
 */
class TemplateReader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads up to the closing brace of the branch, or to the end. */
  tokens(isPlural: boolean): MessageToken[] {
    const tokens: MessageToken[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') tokens.push(text);
      text = '';
    };
    while (this.#at < this.#text.length) {
      const sign = this.#text.charAt(this.#at);
      if (sign === '}') break;
      this.#at += 1;
      if (sign === "'") text += this.#quoted();
      else if (sign === '{') {
        flush();
        tokens.push(this.#argument());
      } else if (sign === '#' && isPlural) {
        flush();
        tokens.push('#');
      } else text += sign;
    }
    flush();
    return tokens;
  }

  #quoted(): string {
    const next = this.#text.charAt(this.#at);
    if (next === "'") {
      this.#at += 1;
      return "'";
    }
    if (next !== '{' && next !== '}') return "'";
    const end = this.#text.indexOf("'", this.#at);
    const stop = end === -1 ? this.#text.length : end;
    const inside = this.#text.slice(this.#at, stop);
    this.#at = stop + 1;
    return inside;
  }

  #until(signs: string): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !signs.includes(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.slice(start, this.#at).trim();
  }

  #argument(): MessageToken {
    const name = this.#until(',}');
    if (this.#text.charAt(this.#at++) === '}') return [name];
    const kind = this.#until(',}');
    if (this.#text.charAt(this.#at++) === '}') return [name, kind];
    const branches: MessageBranches = {};
    for (;;) {
      const key = this.#until('{}');
      const isOpen = this.#text.charAt(this.#at++) === '{';
      if (!isOpen) return [name, kind, branches];
      branches[key.replace(/^=/, '')] = this.tokens(kind !== 'select');
      this.#at += 1;
    }
  }
}

/** Returns the tokens of a message template. */
export const readTemplate = (template: string): MessageToken[] => new TemplateReader(template).tokens(false);

const shownParam = (param: MessageParam | undefined, isNumber: boolean): string =>
  param === undefined
    ? ''
    : typeof param === 'object'
      ? param.join(', ')
      : typeof param === 'number' && isNumber
        ? param.toLocaleString('en-US')
        : String(param);

/** Fills the tokens in English. */
export function fillTemplate(tokens: readonly MessageToken[], params: MessageParams, count?: number): string {
  let text = '';
  for (const token of tokens) {
    if (token === '#') text += (count ?? 0).toLocaleString('en-US');
    else if (typeof token === 'string') text += token;
    else {
      const [name, kind, branches] = token;
      const param = params[name];
      if (!branches) text += shownParam(param, kind === 'number');
      else {
        const branch = branches[String(param)] ?? (param === 1 && kind === 'plural' ? branches['one'] : undefined);
        text += fillTemplate(branch ?? branches['other'] ?? [], params, Number(param));
      }
    }
  }
  return text;
}
