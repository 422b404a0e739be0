import type { BenefitCard, PlanYear } from '@openbenefits/contract/plan-catalog';
import { BENEFIT_PATHS, type BenefitPath, benefitText, flatBenefits } from '@openbenefits/domain/plans/benefit-form';
import { planYearName } from '@openbenefits/domain/plans/plan-years';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { BENEFIT_LABEL, COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { words } from '../../words.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Fields.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { shownYear } from './BenefitCard.tsx';
import classes from './Benefits.module.css';

type Side = { card: BenefitCard; year: PlanYear };

const sidesOf = (cards: readonly BenefitCard[]): Side[] =>
  cards.flatMap((card) => card.years.map((year) => ({ card, year })));

function Value({ side, path }: { side: Side | undefined; path: BenefitPath }) {
  const { t } = useLingui();
  const text = side && benefitText(path, flatBenefits(side.year.benefits)[path]);
  return text ? words(text) : <Unknown reason={t`Not part of the plan`} />;
}

/** Every benefit of two plans, or of two years of one plan, side by side; what differs is marked. */
export function CompareDialog({ cards, onClose }: { cards: readonly BenefitCard[]; onClose: () => void }) {
  const { t } = useLingui();
  const toggle = useId();
  const sides = sidesOf(cards);
  const first = cards[0] && shownYear(cards[0])?.id;
  const second = cards[1] && shownYear(cards[1])?.id;
  const [chosen, setChosen] = useState<[string, string]>([first ?? '', second ?? first ?? '']);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [one, other] = chosen.map((id) => sides.find(({ year }) => year.id === id));
  const differs = (path: BenefitPath): boolean =>
    one !== undefined &&
    other !== undefined &&
    flatBenefits(one.year.benefits)[path] !== flatBenefits(other.year.benefits)[path];
  const rows = BENEFIT_PATHS.filter((path) => !onlyDifferent || differs(path));
  const choices = sides.map(({ card, year }) => ({
    value: year.id,
    label: `${card.name}, ${planYearName(year)}`,
    group: COVERAGE_LINE_LABEL[card.line],
  }));
  return (
    <Dialog opened onClose={onClose} title={t`Compare plans`} size={880} isRead>
      <div className={classes.compareHead}>
        <Select
          label={t`First plan`}
          value={chosen[0]}
          choices={choices}
          onChange={(id) => setChosen([id, chosen[1]])}
        />
        <Select
          label={t`Second plan`}
          value={chosen[1]}
          choices={choices}
          onChange={(id) => setChosen([chosen[0], id])}
        />
        <Toggle id={toggle} label={t`Differences only`} checked={onlyDifferent} onChange={setOnlyDifferent} />
      </div>
      <table className={classes.compare}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Benefit</Trans>
            </th>
            <th scope="col">{one?.card.name}</th>
            <th scope="col">{other?.card.name}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((path) => (
            <tr key={path} data-differs={differs(path) || undefined}>
              <th scope="row">
                {BENEFIT_LABEL[path]}
                {differs(path) && <span className="sr">{t`, differs`}</span>}
              </th>
              <td>
                <Value side={one} path={path} />
              </td>
              <td>
                <Value side={other} path={path} />
              </td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={3}>
                <Trans>The benefits are the same.</Trans>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Dialog>
  );
}
