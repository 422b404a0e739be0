import type { ListColumn, MappingChoice } from '@openbenefits/contract/sender-mapping';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SPOUSE_NUMBER } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { CENSUS_FIELD_GROUPS } from '@openbenefits/domain/files/census/headings/fields';
import { useState } from 'react';
import { CENSUS_FIELD_LABEL, CENSUS_GROUP_TITLE } from '../../domain-labels.ts';
import { Select } from '../../ui/Fields.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import classes from './Columns.module.css';
import type { Choosing, ColumnField } from './use-choice.ts';

const NOT_READ = '';
/** A row can hold so many dependents, or children, side by side. */
const MOST_DEPENDENTS = 10;

const HOW: Readonly<
  Record<
    ListColumn['how'],
    { tone: 'ok' | 'pending' | 'idle' | 'review'; sign: 'dot' | 'half' | 'circle' | 'eye'; text: MessageDescriptor }
  >
> = {
  remembered: { tone: 'ok', sign: 'dot', text: msg`Remembered` },
  sure: { tone: 'ok', sign: 'dot', text: msg`Recognized` },
  likely: { tone: 'pending', sign: 'half', text: msg`Likely` },
  left_out: { tone: 'idle', sign: 'circle', text: msg`Left out` },
  unknown: { tone: 'review', sign: 'eye', text: msg`Unknown` },
  plan_code: { tone: 'pending', sign: 'half', text: msg`Likely` },
  level_in_heading: { tone: 'pending', sign: 'half', text: msg`Likely` },
  plans_in_it: { tone: 'pending', sign: 'half', text: msg`Likely` },
  employee_flag: { tone: 'pending', sign: 'half', text: msg`Likely` },
  dependents_in_cell: { tone: 'pending', sign: 'half', text: msg`Likely` },
  change: { tone: 'pending', sign: 'half', text: msg`Likely` },
  by_place: { tone: 'ok', sign: 'dot', text: msg`Recognized` },
};

/** What a column is read as that stands for no field: nothing has to be chosen for it. */
const READ_AS: Readonly<Partial<Record<ListColumn['how'], MessageDescriptor>>> = {
  plan_code: msg`Whether the member has this plan`,
  level_in_heading: msg`Whether the member has this coverage level`,
  plans_in_it: msg`Plans, each with its own plan type`,
  employee_flag: msg`Who is the employee`,
  dependents_in_cell: msg`Dependents, several in a cell`,
  change: msg`What has changed, from what, to what`,
  by_place: msg`Read by position`,
};

const CHOSEN = { tone: 'ok', sign: 'dot', text: msg`Chosen` } as const;

type Props = {
  /** As they were when the page was opened. */
  before: readonly ListColumn[];
  columns: readonly ListColumn[];
  choice: MappingChoice;
  choosing: Choosing;
};

/** The columns of the file with their first values, and the field that each stands for. */
export function ColumnTable({ before, columns, choice, choosing }: Props) {
  const { t, i18n } = useLingui();
  const [wide, setWide] = useState(columns.some(({ dependent }) => dependent > 0));
  const chosen = new Map(choice.columns.map((column) => [column.index, column]));
  const fields = CENSUS_FIELD_GROUPS.flatMap(({ about, fields: own }) =>
    own.map(([field]) => ({ value: field, label: CENSUS_FIELD_LABEL[field], group: CENSUS_GROUP_TITLE[about] })),
  );
  const fieldsFor = (how: ListColumn['how']) => [
    { value: NOT_READ, label: i18n._(READ_AS[how] ?? msg`Not read`) },
    ...fields,
  ];
  const numbers = Array.from({ length: MOST_DEPENDENTS }, (_, index) => index + 1);
  const whose = [
    { value: '0', label: t`Own person` },
    { value: String(SPOUSE_NUMBER), label: t`Spouse` },
    ...numbers.map((number) => ({ value: String(SPOUSE_NUMBER + number), label: t`Child ${number}` })),
    ...numbers.map((number) => ({ value: String(number), label: t`Dependent ${number}` })),
  ];
  return (
    <section aria-labelledby="columns" className={classes.block}>
      <div className={classes.bar}>
        <h2 id="columns">
          <Trans>Columns</Trans>
        </h2>
        <Toggle id="wide" label={t`A row includes dependents`} checked={wide} onChange={setWide} />
      </div>
      <div className={classes.frame}>
        <table className={classes.columns}>
          <thead>
            <tr>
              <th scope="col">{t`In the file`}</th>
              <th scope="col">{t`First values`}</th>
              <th scope="col">{t`Means`}</th>
              <th scope="col">{t`Understood`}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ index, heading, how, samples }) => {
              const own = chosen.get(index);
              const isNew = how === 'remembered' && before.find((one) => one.index === index)?.field !== own?.field;
              const { tone, sign, text } = isNew ? CHOSEN : HOW[how];
              return (
                <tr key={index}>
                  <th scope="row">{heading}</th>
                  <td className={classes.samples}>
                    <span className="row-reason">{samples.length > 0 ? samples.join(' · ') : t`empty`}</span>
                  </td>
                  <td>
                    <div className={classes.stands}>
                      <Select
                        label={t`Field of ${heading}`}
                        hideLabel
                        value={own?.field ?? NOT_READ}
                        choices={fieldsFor(how)}
                        onChange={(value) =>
                          choosing.setColumn(index, {
                            field: (value || null) as ColumnField,
                            dependent: value ? (own?.dependent ?? 0) : 0,
                          })
                        }
                      />
                      {wide && own?.field && (
                        <Select
                          label={t`Whose is ${heading}`}
                          hideLabel
                          value={String(own.dependent)}
                          choices={whose}
                          onChange={(dependent) =>
                            choosing.setColumn(index, { field: own.field, dependent: Number(dependent) })
                          }
                        />
                      )}
                    </div>
                  </td>
                  <td>
                    <StatusBadge tone={tone} sign={sign}>
                      {i18n._(text)}
                    </StatusBadge>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
