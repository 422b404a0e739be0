import { type Cents, moneyParts } from '@openbenefits/domain/money';
import './figures.css';
import { Unknown } from './Unknown.tsx';

type Props = {
  /** Integer cents; null is unknown and shown as a dash with the reason. */
  cents: Cents | null;
  unknownReason?: string;
  /** A plus sign for amounts above zero: differences only. */
  difference?: boolean;
};

export function MoneyText({ cents, unknownReason, difference = false }: Props) {
  if (cents === null) return <Unknown reason={unknownReason} />;
  const { sign, dollars, cents: rest } = moneyParts(cents);
  return (
    <span className="num">
      {difference && cents > 0 ? '+' : sign}
      {dollars}
      <span className="money-cents">.{rest}</span>
    </span>
  );
}
