import type { PriceMessage } from '@openbenefits/domain/plans/price-message';
import { PRICE_MESSAGES } from '@openbenefits/domain/plans/price-messages';
import { i18n } from '../i18n.ts';
import { words } from '../words.ts';

type Param = PriceMessage['params'][string];
const inWords = (param: Param): string | number =>
  typeof param === 'number' ? param : typeof param === 'string' ? words(param) : priceText(param);

/** A text of an explained price through Lingui: its English template is the id (decisions/0045). */
export function priceText(message: PriceMessage | string): string {
  if (typeof message === 'string') return words(message);
  const template = PRICE_MESSAGES[message.code];
  if (i18n.messages[template] === undefined) return message.text;
  return i18n._(
    template,
    Object.fromEntries(Object.entries(message.params).map(([name, param]) => [name, inWords(param)])),
  );
}
