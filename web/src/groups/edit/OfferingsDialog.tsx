import type { GroupDetail } from '@openbenefits/contract/groups';
import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { isCustomizable } from '@openbenefits/domain/groups/group-setup';
import { dollarsText } from '@openbenefits/domain/entered-numbers';
import { problemsOfOfferings } from '@openbenefits/domain/groups/group-places';
import { RATING_METHODOLOGIES, type RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import type { Cents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateInput, FieldGrid, Select } from '../../ui/Fields.tsx';
import type { FieldBinding } from '../../ui/form/field.ts';
import { MoneyField, PercentField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { METHODOLOGY_LABEL } from '../detail/group-words.ts';
import { today } from '../today.ts';
import classes from './OfferingsDialog.module.css';
import { refreshGroup } from './refresh-group.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { useSeenVersion } from './use-seen-version.ts';

type Offering = {
  planId: string;
  deductible: Cents | null;
  coinsurancePercent: number | null;
  ratingMethodology: RatingMethodology | null;
};
type Cell = { classId: string; locationId: string };
type Listed = Pick<Plan, 'id' | 'name' | 'line'> & {
  deductible: Cents | null;
  coinsurancePercent: number | null;
  withdrawn: boolean;
};

const offeredTo = (group: GroupDetail, cell: Cell): Offering[] =>
  group.plans
    .filter(({ classId, locationId }) => classId === cell.classId && locationId === cell.locationId)
    // What is planned last is what the next change begins with.
    .map(({ next, ...plan }) => {
      const { deductible, coinsurancePercent, ratingMethodology } = next ?? plan;
      return { planId: plan.planId, deductible, coinsurancePercent, ratingMethodology };
    });

/** The catalog, and withdrawn plans that are still offered here. */
function listedPlans(group: GroupDetail, cell: Cell, catalogue: readonly Plan[]): Listed[] {
  const gone = group.plans.filter(
    (plan) =>
      plan.classId === cell.classId &&
      plan.locationId === cell.locationId &&
      !catalogue.some(({ id }) => id === plan.planId),
  );
  return [
    ...catalogue.map(({ id, name, line, deductible, coinsurancePercent }) => ({
      id,
      name,
      line,
      deductible,
      coinsurancePercent,
      withdrawn: false,
    })),
    ...gone.map(({ planId, planName, line, deductible, coinsurancePercent }) => ({
      id: planId,
      name: planName,
      line,
      deductible,
      coinsurancePercent,
      withdrawn: true,
    })),
  ];
}

/** An empty field keeps the plan's own value, shown as a placeholder. */
function Terms({
  plan,
  offering,
  error,
  onChange,
}: {
  plan: Listed;
  offering: Offering;
  error: (field: string) => string | undefined;
  onChange: (change: Partial<Offering>) => void;
}) {
  const { t, i18n } = useLingui();
  const id = useId();
  const { name } = plan;
  const at = <Value,>(field: keyof Offering, value: Value): FieldBinding<Value> => ({
    id: `${id}-${field}`,
    value,
    onChange: (entered) => onChange({ [field]: entered }),
    error: error(field),
  });
  return (
    <FieldGrid columns={3}>
      <MoneyField
        label={t`Deductible`}
        ariaLabel={t`Deductible of ${name}`}
        placeholder={dollarsText(plan.deductible)}
        field={at('deductible', offering.deductible)}
      />
      <PercentField
        label={t`Coinsurance`}
        ariaLabel={t`Coinsurance of ${name}`}
        placeholder={plan.coinsurancePercent === null ? '' : String(plan.coinsurancePercent)}
        field={at('coinsurancePercent', offering.coinsurancePercent)}
      />
      <SelectField
        label={t`Rating methodology`}
        choices={RATING_METHODOLOGIES.map((value) => ({ value, label: i18n._(METHODOLOGY_LABEL[value]) }))}
        field={at('ratingMethodology', offering.ratingMethodology ?? 'composite')}
      />
    </FieldGrid>
  );
}

type Props = { group: GroupDetail; catalogue: readonly Plan[]; onClose: () => void };

const sorted = (offerings: readonly Offering[]): string =>
  JSON.stringify(offerings.toSorted((a, b) => a.planId.localeCompare(b.planId)));

/** The entered offerings of one class at one location, and their save. */
function useOfferings({ group, catalogue, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const [cell, setCell] = useState<Cell>({
    classId: group.classes[0]?.id ?? '',
    locationId: group.classes[0]?.locationId ?? group.locations[0]?.id ?? '',
  });
  const [offerings, setOfferings] = useState(() => offeredTo(group, cell));
  const [effectiveDate, setEffectiveDate] = useState<string>(today());
  const plans = listedPlans(group, cell, catalogue);
  const dirty = sorted(offerings) !== sorted(offeredTo(group, cell));
  const save = useMutation({
    mutationFn: () => {
      const input = { id: group.id, version, ...cell, effectiveDate, plans: offerings };
      return api.groups.plans.save({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: async () => {
      keys.settle();
      await refreshGroup();
      toastGood(t`Offerings saved`);
      onClose();
    },
    onError,
  });
  const choose = (next: Cell) => {
    save.reset();
    setCell(next);
    setOfferings(offeredTo(group, next));
  };
  const toggle = (plan: Listed, chosen: boolean) => {
    const custom = isCustomizable(plan.line);
    const offering: Offering = {
      planId: plan.id,
      deductible: custom ? plan.deductible : null,
      coinsurancePercent: custom ? plan.coinsurancePercent : null,
      ratingMethodology: custom ? 'composite' : null,
    };
    setOfferings((rows) => [...rows.filter(({ planId }) => planId !== plan.id), ...(chosen ? [offering] : [])]);
  };
  const change = (planId: string, more: Partial<Offering>) =>
    setOfferings((rows) => rows.map((row) => (row.planId === planId ? { ...row, ...more } : row)));
  const local = problemsOfOfferings(offerings, effectiveDate, new Map(plans.map(({ id, line }) => [id, line])));
  const errorAt = (path: string): string | undefined => {
    const found = local.find((problem) => problem.path === path)?.message;
    return found && words(found);
  };
  return {
    cell,
    choose,
    plans,
    offerings,
    toggle,
    change,
    effectiveDate,
    setEffectiveDate,
    dirty,
    local,
    errorAt,
    save,
  };
}

type Editing = ReturnType<typeof useOfferings>;

/** Which class and location is edited, and from when. */
function Target({ group, editing }: { group: GroupDetail; editing: Editing }) {
  const { t } = useLingui();
  const { cell, choose, effectiveDate, setEffectiveDate, dirty, errorAt } = editing;
  const lockedCell = dirty ? t`Save or cancel these changes first` : undefined;
  return (
    <FieldGrid columns={3}>
      <Select
        label={t`Class`}
        value={cell.classId}
        choices={group.classes.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(classId) => choose({ ...cell, classId })}
        lockedReason={lockedCell}
      />
      <Select
        label={t`Billing location`}
        value={cell.locationId}
        choices={group.locations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(locationId) => choose({ ...cell, locationId })}
        lockedReason={lockedCell}
      />
      <DateInput
        label={t`Effective date`}
        required
        value={effectiveDate}
        onChange={setEffectiveDate}
        error={errorAt('effectiveDate')}
        description={t`Changed terms are effective on this date. A plan that you clear is withdrawn immediately.`}
      />
    </FieldGrid>
  );
}

function PlanChoice({ plan, editing }: { plan: Listed; editing: Editing }) {
  const { offerings, toggle, change, errorAt } = editing;
  const index = offerings.findIndex(({ planId }) => planId === plan.id);
  const offering = offerings[index];
  return (
    <div className={classes.plan}>
      <label>
        <input
          type="checkbox"
          checked={offering !== undefined}
          onChange={(event) => toggle(plan, event.currentTarget.checked)}
        />
        <span>{plan.name}</span>
        {plan.withdrawn && (
          <small>
            <Trans>no longer in the catalog</Trans>
          </small>
        )}
      </label>
      {offering && isCustomizable(plan.line) && (
        <Terms
          plan={plan}
          offering={offering}
          error={(field) => errorAt(`plans.${index}.${field}`)}
          onChange={(more) => change(plan.id, more)}
        />
      )}
    </div>
  );
}

/**
 * Sets what a class is offered at a location from a date. A plan that members hold cannot be removed; the error says
 * how many.
 */
export function OfferingsDialog(props: Props) {
  const { group, onClose } = props;
  const { t } = useLingui();
  const editing = useOfferings(props);
  const { plans, dirty, local, save } = editing;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Edit Offerings`}
      size={640}
      closeOnOverlayClick={!dirty}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            onClick={() => save.mutate()}
            busy={save.isPending}
            disabledReason={dirty ? local[0] && words(local[0].message) : t`No changes to save`}
          >
            <Trans>Save Offerings</Trans>
          </Button>
        </>
      }
    >
      <Target group={group} editing={editing} />
      {COVERAGE_LINES.filter((line) => plans.some((plan) => plan.line === line)).map((line) => (
        <fieldset key={line} className={classes.line}>
          <legend>{COVERAGE_LINE_LABEL[line]}</legend>
          {plans
            .filter((plan) => plan.line === line)
            .map((plan) => (
              <PlanChoice key={plan.id} plan={plan} editing={editing} />
            ))}
        </fieldset>
      ))}
      <SaveProblem problem={save.error ? problemOf(save.error) : undefined} />
    </Dialog>
  );
}
