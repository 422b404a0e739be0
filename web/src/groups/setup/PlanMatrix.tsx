import { useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { classCodes } from '@openbenefits/domain/groups/setup-codes';
import { PlanCell } from './PlanCell.tsx';
import classes from './Plans.module.css';
import type { Place } from './plan-place.ts';
import { fieldId } from './setup-problems.ts';
import { useField, useWizard } from './wizard-context.ts';
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
  const { error } = useField('selected_plans');
  const { classes: rows, locations, cells } = wizard.form;
  const codes = classCodes(rows.map(({ class_name }) => class_name));
  const nameOf = (text: string, fallback: string) => text.trim() || fallback;
  return (
    <div
      className={`panel ${classes.matrix}`}
      id={fieldId('selected_plans')}
      role="group"
      aria-label={t`Plans by class and billing location`}
      aria-describedby={error ? `${fieldId('selected_plans')}-error` : undefined}
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
            {locations.map(({ key, location_name }, index) => (
              <th key={key} scope="col">
                {nameOf(location_name, t`Location ${index + 1}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one, row) => (
            <tr key={one.key}>
              <th scope="row">
                <b>{nameOf(one.class_name, t`Class ${row + 1}`)}</b>
                <span className={classes.code}>{codes[row]}</span>
              </th>
              {locations.map((location, column) => (
                <PlanCell
                  key={location.key}
                  at={{ classKey: one.key, locationKey: location.key }}
                  className={nameOf(one.class_name, t`Class ${row + 1}`)}
                  locationName={nameOf(location.location_name, t`Location ${column + 1}`)}
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
