import type { BankFilePreview } from '@openbenefits/contract/payment-imports';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Banner } from '../../ui/Banner.tsx';
import classes from '../Payments.module.css';

/** Rows whose numbers are said one by one. */
const NAMED = 10;
/** Problems that are listed. */
const LISTED = 200;

/** The numbers of the rows with problems: each once, in order. */
export const rowsWithProblems = ({ problems }: BankFilePreview): number[] =>
  [...new Set(problems.map(({ row }) => row))].toSorted((one, other) => one - other);

type Props = {
  preview: BankFilePreview;
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
};

/** The question that only a person answers: their money is not imported with the others. */
function LeaveOut({ preview, isLeftOut, onLeaveOut }: Props) {
  const { t, i18n } = useLingui();
  const rows = rowsWithProblems(preview);
  const numbers = new Intl.ListFormat(i18n.locale).format(rows.map(String));
  return (
    <label>
      <input type="checkbox" checked={isLeftOut} onChange={({ currentTarget }) => onLeaveOut(currentTarget.checked)} />{' '}
      {rows.length > NAMED
        ? t`Import the other rows without these ${rows.length} rows`
        : plural(rows.length, {
            one: `Import the other rows without row ${numbers}`,
            other: `Import the other rows without rows ${numbers}`,
          })}
    </label>
  );
}

/** Rows that were not understood, and the choice to import the others without them. */
export function ProblemRows(props: Props) {
  const { t } = useLingui();
  const { preview } = props;
  if (preview.problems.length === 0) return null;
  const more = preview.problems.length - LISTED;
  const title = plural(rowsWithProblems(preview).length, {
    one: '# row has a problem and is not imported',
    other: '# rows have a problem and are not imported',
  });
  return (
    <section className={classes.problems}>
      <Banner tone="bad" title={title} />
      <ul aria-label={t`Rows with problems`}>
        {preview.problems.slice(0, LISTED).map(({ row, message }) => (
          <li key={`${row.toString()} ${message}`}>{t`Row ${row}: ${message}`}</li>
        ))}
        {more > 0 && <li>{plural(more, { one: '# more problem', other: '# more problems' })}</li>}
      </ul>
      {preview.rows.length > 0 && <LeaveOut {...props} />}
    </section>
  );
}
