import { fillTemplate, type MessageParams, type NamesIn, readTemplate } from '../message-template.ts';
import { PRICE_MESSAGES, type PriceMessageCode } from './price-messages.ts';

/** A text of an explained price with its parameters, and in English. A parameter may be a text of its own. */
export type PriceMessage = {
  readonly code: PriceMessageCode;
  readonly params: Readonly<Record<string, string | number | PriceMessage>>;
  readonly text: string;
};

type ParamsOf<Code extends PriceMessageCode> = [NamesIn<(typeof PRICE_MESSAGES)[Code]>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<(typeof PRICE_MESSAGES)[Code]>, string | number | PriceMessage>>];

/** Returns a text of the catalogue. */
export function priceMessage<Code extends PriceMessageCode>(code: Code, ...given: ParamsOf<Code>): PriceMessage {
  const [params = {}] = given as [PriceMessage['params']?];
  const filled: MessageParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value.text : value]),
  );
  return { code, params, text: fillTemplate(readTemplate(PRICE_MESSAGES[code]), filled) };
}
