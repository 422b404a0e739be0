import { INVOICE_FIELDS, type InvoiceField } from '@openbenefits/domain/payments/reconciliation/columns';
import { Trans, useLingui } from '@lingui/react/macro';
import type { api } from '../../api.ts';
import { INVOICE_FIELD_LABEL } from '../../domain-labels.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Select } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import classes from '../Payments.module.css';

export type Preview = Awaited<ReturnType<typeof api.reconciliation.preview>>;
type Props = {
  preview: Preview;
  plans: Readonly<Record<string, string>>;
  onColumn: (field: InvoiceField, column: number | undefined) => void;
  onPlan: (text: string, planId: string) => void;
};

/** Which column of the file is what, and which plan a text of it is. */
export function ColumnChoices({ preview, plans, onColumn, onPlan }: Props) {
  const { t } = useLingui();
  const headings = preview.headings.flatMap((heading, index) =>
    heading === '' ? [] : [{ value: String(index), label: heading }],
  );
  return (
    <>
      {preview.problems.length > 0 && (
        <Banner role="alert" tone="bad" title={t`The file cannot be compared yet`}>
          <ul className={classes.rail}>
            {preview.problems.map((problem) => (
              <li key={problem}>{words(problem)}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={classes.pair}>
        {INVOICE_FIELDS.map((field) => (
          <Select
            key={field}
            label={INVOICE_FIELD_LABEL[field]}
            choices={[{ value: '', label: t`Not in the file` }, ...headings]}
            value={preview.columns[field] === undefined ? '' : String(preview.columns[field])}
            onChange={(column) => onColumn(field, column === '' ? undefined : Number(column))}
          />
        ))}
      </div>
      {preview.unknownPlans.length > 0 && (
        <>
          <p className={classes.text}>
            <Trans>These plans are not recognized. Choose ours, or leave them as unexplained.</Trans>
          </p>
          <div className={classes.pair}>
            {preview.unknownPlans.map((text) => (
              <Select
                key={text}
                label={text}
                choices={[
                  { value: '', label: t`Not one of ours` },
                  ...preview.plans.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={plans[text] ?? ''}
                onChange={(planId) => onPlan(text, planId)}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}
