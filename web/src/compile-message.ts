import type { I18n } from '@lingui/core';

type CompiledMessage = ReturnType<Parameters<I18n['setMessagesCompiler']>[0]>;

type Token = string | [name: string, type?: string, choices?: Choices];
type Choices = Record<string, Token[]>;

/**
 * The part of ICU messages that our source uses, compiled as Lingui compiles it: text, {name}, plural and select with
 * their branches, '#', and quotes. The full parser weighs more than the rest of Lingui, and only translators'
 * catalogues, compiled in the build, need it.
 */
class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Up to the closing brace of the branch, or the end. */
  tokens(inPlural: boolean): Token[] {
    const tokens: Token[] = [];
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
      } else if (sign === '#' && inPlural) {
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

  #argument(): Token {
    const name = this.#until(',}');
    if (this.#text.charAt(this.#at++) === '}') return [name];
    const type = this.#until(',}');
    if (this.#text.charAt(this.#at++) === '}') return [name, type];
    const choices: Choices = {};
    for (;;) {
      const key = this.#until('{}');
      const opened = this.#text.charAt(this.#at++) === '{';
      if (!opened) return [name, type, choices];
      choices[key.replace(/^=/, '')] = this.tokens(type !== 'select');
      this.#at += 1;
    }
  }
}

export function compileMessage(message: string): CompiledMessage {
  const tokens = new Reader(message).tokens(false);
  return tokens.length === 0 ? [''] : tokens;
}
