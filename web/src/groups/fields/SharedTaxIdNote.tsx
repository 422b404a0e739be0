import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { FieldBinding } from '../../ui/form/field.ts';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { StatusSign } from '../../ui/StatusSign.tsx';
import classes from './SharedTaxIdNote.module.css';
import type { GroupWithTaxId } from './use-shared-tax-id.ts';

/** Warns that other groups have the tax ID, links to them, and asks for the reason. */
export function SharedTaxIdNote({
  others,
  reason,
}: {
  others: readonly GroupWithTaxId[];
  reason: FieldBinding<string>;
}) {
  const { t } = useLingui();
  return (
    <>
      <div role="status">
        {others.length > 0 && (
          <div className={classes.note}>
            <p>
              <StatusSign sign="alert" />
              <Plural
                value={others.length}
                one="Another group already has this tax ID."
                other="# other groups already have this tax ID."
              />
            </p>
            <ul>
              {others.map(({ id, name, cim }, index) =>
                id === null ? (
                  <li key={index}>{t`A group that you may not see`}</li>
                ) : (
                  <li key={id}>
                    <Link to={paths.group(id)} target="_blank">
                      {name} ({cim})
                      <span className="sr">
                        {' '}
                        <Trans>opens in a new tab</Trans>
                      </span>
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </div>
        )}
      </div>
      {others.length > 0 && (
        <TextAreaField
          field={reason}
          label={t`Reason for using this tax ID twice`}
          required
          description={t`The reason is kept in the change history.`}
        />
      )}
    </>
  );
}
