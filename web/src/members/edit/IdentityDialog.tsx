import { hasReason } from '@openbenefits/domain/members/given-reason';
import { digitsOfSsn, Problems, checkBirth, checkSsn } from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { today } from '../../groups/today.ts';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { SsnField } from '../../ui/form/SsnField.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from './Edit.module.css';
import { useMemberForm } from './use-member-form.ts';

type Props = { member: { id: string; groupId: string; name: string }; onClose: () => void };

/** Corrects SSN and birth date with a reason; stored values are not shown here. */
export function IdentityDialog({ member, onClose }: Props) {
  const { t } = useLingui();
  const { name, groupId, id: memberId } = member;
  const form = useMemberForm({
    initial: { ssn: '', dateOfBirth: '', reason: '' },
    problemsOf: ({ ssn, dateOfBirth, reason }) => {
      const found = new Problems();
      checkSsn(found, 'ssn', ssn, false);
      checkBirth(found, 'dateOfBirth', dateOfBirth, today(), false);
      if (!hasReason(reason)) found.add('reason', t`Enter a reason of at least four letters.`);
      return found.list;
    },
    write: api.members.correctIdentity,
    inputOf: (values) => ({ groupId, memberId, ...values }),
    title: t`Correction saved`,
    nameOf: () => name,
    onDone: onClose,
  });
  const { ssn, dateOfBirth } = form.values;
  const nothing = digitsOfSsn(ssn) === '' && dateOfBirth === '';
  return (
    <FormDialog
      title={t`Correct SSN or date of birth of ${name}`}
      saveLabel={t`Save correction`}
      busy={form.busy}
      disabledReason={nothing ? t`Enter the SSN or the date of birth` : undefined}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.note}>
        <Trans>
          Enter only the values to correct. The history keeps the old value encrypted, so you can undo the correction.
        </Trans>
      </p>
      <FieldGrid>
        <SsnField field={form.field('ssn')} label={t`Correct SSN`} />
        <DateField field={form.field('dateOfBirth')} label={t`Correct date of birth`} max={today()} />
        <WholeRow>
          <TextAreaField field={form.field('reason')} label={t`Reason`} required />
        </WholeRow>
      </FieldGrid>
    </FormDialog>
  );
}
