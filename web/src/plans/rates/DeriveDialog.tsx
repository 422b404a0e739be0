import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { enteredWhole } from '@openbenefits/domain/entered-numbers';
import { formatMoney, parseMoney } from '@openbenefits/domain/money';
import {
  compositeRates,
  FAMILY_TIER_STATES,
  type FamilyTierState,
  readTierFactor,
  STATE_FAMILY_TIERS,
  USUAL_FACTORS,
} from '@openbenefits/domain/plans/composite-rates';
import { withCell } from '@openbenefits/domain/plans/rate-grid';
import { type PlanTier, TIER_SETS } from '@openbenefits/domain/plans/tier-set';
import { Trans, useLingui } from '@lingui/react/macro';
import { type Dispatch, Fragment, useState } from 'react';
import { TIER_LABEL } from '../../domain-labels.ts';
import { FieldGrid, Select, TextInput, WholeRow } from '../../ui/Fields.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import type { GridAction, GridState } from './grid/grid-state.ts';

/** What a derivation starts from, and what it leaves with the version. */
export type Derive = {
  readonly byTier: readonly { readonly tier: PlanTier; readonly subscribers: number }[];
  readonly setSource: (text: string) => void;
};

type Props = { state: GridState; dispatch: Dispatch<GridAction>; derive: Derive; onClose: () => void };
type Composite = Extract<RateTableDetail['settings'], { method: 'composite' }>;

const factorText = (hundredths: number | undefined): string =>
  hundredths === undefined ? '' : (hundredths / 100).toFixed(2);

type Texts = Readonly<Partial<Record<PlanTier, string>>>;

/** What is entered, and the rates that follow from it. */
function useDerivation(state: GridState, byTier: Derive['byTier']) {
  const tiers: readonly PlanTier[] = TIER_SETS[(state.settings as Composite).tiers];
  const [total, setTotal] = useState('');
  const [families, setFamilies] = useState<Texts>(() =>
    Object.fromEntries(byTier.map(({ tier, subscribers }) => [tier, String(subscribers)])),
  );
  const [familyState, setFamilyState] = useState<FamilyTierState | ''>('');
  const factorsOf = (from: typeof USUAL_FACTORS): Texts =>
    Object.fromEntries(tiers.map((tier) => [tier, factorText(from[tier])]));
  const [factors, setFactors] = useState<Texts>(() => factorsOf(USUAL_FACTORS));
  const takeState = (code: FamilyTierState | '') => {
    setFamilyState(code);
    setFactors(factorsOf(code === '' ? USUAL_FACTORS : STATE_FAMILY_TIERS[code].factors));
  };
  const amount = parseMoney(total);
  const cents = amount !== undefined && amount > 0 ? amount : undefined;
  const weights = tiers.flatMap((tier) => {
    const factor = readTierFactor(factors[tier] ?? '');
    return factor === undefined ? [] : [{ tier, factor, families: Math.max(0, enteredWhole(families[tier] ?? '', 0)) }];
  });
  const isComplete = cents !== undefined && weights.length === tiers.length;
  const derived = isComplete ? compositeRates(cents, weights) : undefined;
  const count = weights.reduce((sum, weight) => sum + weight.families, 0);
  return {
    tiers,
    familyState,
    takeState,
    total,
    setTotal,
    families,
    setFamilies,
    factors,
    setFactors,
    cents,
    isComplete,
    derived,
    count,
  };
}
type Derivation = ReturnType<typeof useDerivation>;

/** The families and the factor of each tier. */
function TierFields({ on, asked }: { on: Derivation; asked: boolean }) {
  const { t } = useLingui();
  const { tiers, families, setFamilies, factors, setFactors } = on;
  return tiers.map((tier) => (
    <Fragment key={tier}>
      <TextInput
        label={t`Families, ${TIER_LABEL[tier]}`}
        inputMode="numeric"
        value={families[tier] ?? '0'}
        onChange={(text) => setFamilies({ ...families, [tier]: text })}
      />
      <TextInput
        label={t`Factor, ${TIER_LABEL[tier]}`}
        required
        inputMode="decimal"
        value={factors[tier] ?? ''}
        onChange={(text) => setFactors({ ...factors, [tier]: text })}
        error={
          asked && readTierFactor(factors[tier] ?? '') === undefined
            ? t`Enter a factor with at most two decimals, such as 2.85.`
            : undefined
        }
      />
    </Fragment>
  ));
}

/**
 * Composite rates from the total of a list bill (case M4): the families of each tier, weighted by its factor, share the
 * total. The rates go into the grid and can be undone there.
 */
export function DeriveDialog({ state, dispatch, derive, onClose }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const on = useDerivation(state, derive.byTier);
  const { total, setTotal, cents, isComplete, derived, count } = on;
  const stateLabel = { NY: t`New York (children to 29)`, VT: t`Vermont` } as const;
  const apply = () => {
    setAsked(true);
    if (!derived || cents === undefined) return;
    const rows = state.rows.reduce<GridState['rows']>((all, { tier }, row) => {
      const rate = tier ? derived.rates[tier] : undefined;
      const text = rate === undefined ? '' : formatMoney(rate).replace('$', '');
      return text === '' ? all : withCell(all, 'composite', { row, column: 0 }, text);
    }, state.rows);
    const [amount, base] = [formatMoney(cents), formatMoney(derived.base)];
    derive.setSource(t`Derived from the list-bill total ${amount} of ${count} families, base ${base}`);
    dispatch({ do: 'set rows', rows });
    onClose();
  };
  return (
    <FormDialog
      title={t`Derive rates from a list bill`}
      size={640}
      saveLabel={t`Fill Rates`}
      busy={false}
      isDirty={total !== ''}
      onSave={apply}
      onClose={onClose}
    >
      <FieldGrid>
        <WholeRow>
          <TextInput
            label={t`List-bill total per month`}
            required
            sign="$"
            inputMode="decimal"
            value={total}
            onChange={setTotal}
            data-autofocus
            error={asked && cents === undefined ? t`Enter an amount above zero, such as 12,345.67.` : undefined}
            description={t`The sum of the members' premiums that these rates replace.`}
          />
        </WholeRow>
        <WholeRow>
          <Select
            label={t`Factors`}
            value={on.familyState}
            choices={[
              { value: '', label: t`Usual factors` },
              ...FAMILY_TIER_STATES.map((code) => ({ value: code, label: stateLabel[code] })),
            ]}
            onChange={on.takeState}
            description={t`New York and Vermont prescribe the family tiers of their community rates (45 CFR 147.102).`}
          />
        </WholeRow>
        <TierFields on={on} asked={asked} />
      </FieldGrid>
      <p role="status">
        {derived ? (
          <Trans>
            Base rate <MoneyText cents={derived.base} />. These families are then billed{' '}
            <MoneyText cents={derived.billed} />; rounding may differ from the total by cents.
          </Trans>
        ) : isComplete ? (
          <Trans>Enter the families of at least one tier.</Trans>
        ) : null}
      </p>
    </FormDialog>
  );
}
