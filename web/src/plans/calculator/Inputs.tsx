import { Trans, useLingui } from '@lingui/react/macro';
import { RATING_METHODOLOGIES, type RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { orpc } from '../../api.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FieldGrid, Select } from '../../ui/Fields.tsx';
import { MoneyField, PercentField } from '../../ui/form/NumberFields.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';
import classes from './Calculator.module.css';
import { People } from './People.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import type { Calculator } from './use-calculator.ts';

/** Finds a group; given by the composition point, since groups are to the right of plans. */
export type GroupFinder = ComponentType<{
  label: string;
  hint: boolean;
  onPick: (group: { id: string; name: string } | null) => void;
}>;

function Group({ calculator, GroupPicker }: { calculator: Calculator; GroupPicker: GroupFinder }) {
  const { t } = useLingui();
  const { form, bind } = calculator;
  const { groupId, groupName, classId, locationId } = form.values;
  const group = useQuery({
    ...orpc.groups.get.queryOptions({ input: { id: groupId ?? '' } }),
    enabled: groupId !== null,
  });
  if (groupId === null)
    return (
      <GroupPicker
        label={t`Group`}
        hint={false}
        onPick={(found) => {
          if (found) form.update({ groupId: found.id, groupName: found.name, classId: null, locationId: null });
        }}
      />
    );
  const all = { value: '', label: t`Any` };
  return (
    <>
      <div className={classes.group}>
        <span>
          <small>{t`Group`}</small>
          <b>{groupName}</b>
        </span>
        <IconButton
          icon={IconX}
          size="small"
          label={t`Remove the group`}
          onClick={() => form.update({ groupId: null, groupName: '', classId: null, locationId: null })}
        />
      </div>
      <FieldGrid>
        <Select
          {...bind('classId', classId ?? '', (value: string) => form.set('classId', value === '' ? null : value))}
          label={t`Class`}
          choices={[all, ...(group.data?.classes ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Select
          {...bind('locationId', locationId ?? '', (value: string) =>
            form.set('locationId', value === '' ? null : value),
          )}
          label={t`Location`}
          choices={[all, ...(group.data?.locations ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </FieldGrid>
    </>
  );
}

/** ZIP code, or the area itself where the plan is rated by area. */
function Area({ calculator }: { calculator: Calculator }) {
  const { t } = useLingui();
  const { form, bind, plans, result } = calculator;
  const { planIds, zipCode, ratingArea } = form.values;
  const areas = [...new Set(plans.filter(({ id }) => planIds.includes(id)).flatMap((plan) => plan.areas))];
  const found = result?.area;
  const field = bind('zipCode', zipCode, (value: string) => form.set('zipCode', value));
  return (
    <>
      <TextField
        field={field}
        label={t`ZIP code`}
        inputMode="numeric"
        maxLength={10}
        description={found && ratingArea === '' ? t`Rating area ${found}` : undefined}
      />
      {(areas.length > 0 || ratingArea !== '') && (
        <Select
          {...bind('ratingArea', ratingArea, (value: string) => form.set('ratingArea', value))}
          label={t`Rating area`}
          choices={[
            { value: '', label: t`By ZIP code` },
            ...areas.map((area) => ({ value: area, label: t`Area ${area}` })),
          ]}
        />
      )}
    </>
  );
}

/** The inputs of the calculator, at the left of its result. */
export function Inputs({ calculator, GroupPicker }: { calculator: Calculator; GroupPicker: GroupFinder }) {
  const { t } = useLingui();
  const { form, bind, plans } = calculator;
  const { values } = form;
  const chosen = plans.filter(({ id }) => values.planIds.includes(id));
  const isByVolume = chosen.some(({ methods }) => methods.includes('volume'));
  return (
    <form className={`no-print ${classes.inputs}`} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <PlanChoice calculator={calculator} />
      <FieldGrid>
        <DateField
          field={bind('coverageDate', values.coverageDate, (value: string) => form.set('coverageDate', value))}
          label={t`Coverage date`}
          required
        />
        <Area calculator={calculator} />
        <Select
          {...bind('methodology', values.methodology ?? '', (value: RatingMethodology | '') =>
            form.set('methodology', value === '' ? null : value),
          )}
          label={t`Rating methodology`}
          choices={[
            { value: '', label: values.groupId ? t`As the group offers it` : t`The plan’s own` },
            ...RATING_METHODOLOGIES.map((value) => ({ value, label: value })),
          ]}
        />
        {isByVolume && (
          <MoneyField
            field={bind('salary', values.salary, (value) => form.set('salary', value))}
            label={t`Annual salary`}
          />
        )}
      </FieldGrid>
      <Group calculator={calculator} GroupPicker={GroupPicker} />
      {values.groupId === null ? (
        <FieldGrid>
          <PercentField
            field={bind('employeePercent', values.employeePercent, (value) => form.set('employeePercent', value))}
            label={t`Employer pays for the employee`}
          />
          <PercentField
            field={bind('dependentsPercent', values.dependentsPercent, (value) => form.set('dependentsPercent', value))}
            label={t`Employer pays for dependents`}
          />
        </FieldGrid>
      ) : (
        <p className={classes.hint}>
          <Trans>The group’s own contribution rules apply.</Trans>
        </p>
      )}
      <People calculator={calculator} />
    </form>
  );
}
