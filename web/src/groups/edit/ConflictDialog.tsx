import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { words } from '../../words.ts';
import classes from './ConflictDialog.module.css';
import type { GroupFormState } from './use-group-form.ts';

/** Resolves conflicts with another user's changes, field by field. */
export function ConflictDialog({ form }: { form: GroupFormState }) {
  const { t } = useLingui();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const nothing = t`nothing`;
  const choose = (field: string, keep: boolean) =>
    setTheirs(new Set([...[...theirs].filter((one) => one !== field), ...(keep ? [field] : [])]));
  const go = () => {
    setBusy(true);
    void form.resolve(theirs).finally(() => setBusy(false));
  };
  return (
    <Dialog
      opened={form.conflicts.length > 0}
      onClose={form.dismiss}
      title={t`Another user changed this group`}
      size={640}
      closeOnOverlayClick={false}
      footer={
        <>
          <Button onClick={form.dismiss}>
            <Trans>Back to the form</Trans>
          </Button>
          <Button variant="primary" onClick={go} busy={busy || form.busy}>
            <Trans>Save these values</Trans>
          </Button>
        </>
      }
    >
      <p className={classes.lead}>
        <Trans>Nothing is saved yet. For each field, choose which value to keep. All other changes are kept.</Trans>
      </p>
      {form.conflicts.map(({ field, label, before, theirs: their, yours, by, at }) => (
        <fieldset key={field} className={classes.field}>
          <legend>{words(label)}</legend>
          <p>
            {by ?? t`Another user`} {at && <TimeAgo instant={at} />}: <del>{before ?? nothing}</del> →{' '}
            <ins>{their ?? nothing}</ins>
          </p>
          <label>
            <input
              type="radio"
              name={`conflict-${field}`}
              checked={!theirs.has(field)}
              onChange={() => choose(field, false)}
            />
            <span>
              <Trans>Use mine</Trans>: <b>{yours ?? nothing}</b>
            </span>
          </label>
          <label>
            <input
              type="radio"
              name={`conflict-${field}`}
              checked={theirs.has(field)}
              onChange={() => choose(field, true)}
            />
            <span>
              <Trans>Keep theirs</Trans>: <b>{their ?? nothing}</b>
            </span>
          </label>
        </fieldset>
      ))}
    </Dialog>
  );
}
