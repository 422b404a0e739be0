import { useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { classCodes } from '@openbenefits/domain/groups/setup-codes';
import { PlanCell } from './PlanCell.tsx';
import classes from './Plans.module.css';
import type { Place } from './plan-place.ts';
import { fieldId } from './setup-problems.ts';
import { useErrors, useWizard } from './wizard-context.ts';
import { cellKey } from './wizard-form.ts';

/** Classes as rows, locations as columns. Below 900 px each class is a block with its locations under it. */
export function PlanMatrix({
  plans,
  current,
  onCurrent,
}: {
  plans: readonly Plan[];
  current: Place | undefined;
  onCurrent: (place: Place) => void;
}) {
  const { t } = useLingui();
  const { wizard } = useWizard();
  const { error } = useErrors()('selectedPlans');
  const { classes: rows, locations, cells } = wizard.form;
  const codes = classCodes(rows.map(({ className }) => className));
  const nameOf = (text: string, fallback: string) => text.trim() || fallback;
  return (
    <div
      className={`panel ${classes.matrix}`}
      id={fieldId('selectedPlans')}
      role="group"
      aria-label={t`Plans by class and billing location`}
      aria-describedby={error ? `${fieldId('selectedPlans')}-error` : undefined}
      data-error={error ? true : undefined}
    >
      <table style={{ minWidth: 172 + locations.length * 176 }}>
        <colgroup>
          <col style={{ width: 172 }} />
          {locations.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t`Class`}</th>
            {locations.map(({ key, locationName }, index) => (
              <th key={key} scope="col">
                {nameOf(locationName, t`Location ${index + 1}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one, row) => (
            <tr key={one.key}>
              <th scope="row">
                <b>{nameOf(one.className, t`Class ${row + 1}`)}</b>
                <span className={classes.code}>{codes[row]}</span>
              </th>
              {locations.map((location, column) => (
                <PlanCell
                  key={location.key}
                  at={{ classKey: one.key, locationKey: location.key }}
                  className={nameOf(one.className, t`Class ${row + 1}`)}
                  locationName={nameOf(location.locationName, t`Location ${column + 1}`)}
                  chosen={cells[cellKey(one.key, location.key)] ?? []}
                  plans={plans}
                  current={current?.classKey === one.key && current.locationKey === location.key}
                  onCurrent={onCurrent}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
