import { digitsOfSsn, hasReason, Problems, checkBirth, checkSsn } from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { today } from '../../groups/today.ts';
import { DateInput, FieldGrid, TextArea, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { SsnInput } from '../SsnInput.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from './Edit.module.css';
import { useChange } from './use-change.ts';

type Props = { member: { id: string; groupId: string; name: string }; onClose: () => void };

/** SSN and birth date are corrected apart from everything else, with a reason; what is on record is not shown here. */
export function IdentityDialog({ member, onClose }: Props) {
  const { t } = useLingui();
  const { name, groupId, id: memberId } = member;
  const [entries, setEntries] = useState({ ssn: '', dateOfBirth: '', reason: '' });
  const [attempted, setAttempted] = useState(false);
  const { busy, problem, send, forget } = useChange(api.members.correctIdentity, {
    title: t`Correction saved`,
    name,
    onDone: onClose,
  });
  const found = new Problems();
  checkSsn(found, 'ssn', entries.ssn, false);
  checkBirth(found, 'dateOfBirth', entries.dateOfBirth, today(), false);
  if (!hasReason(entries.reason)) found.add('reason', t`Give a reason, four letters or more.`);
  const nothing = digitsOfSsn(entries.ssn) === '' && entries.dateOfBirth === '';
  const errorAt = (path: string): string | undefined => {
    const known = attempted ? found.list.find((one) => one.path === path)?.message : undefined;
    return problem?.fields.get(path) ?? (known === undefined ? undefined : words(known));
  };
  const set = (field: keyof typeof entries) => (value: string) => {
    setEntries({ ...entries, [field]: value });
    forget();
  };
  return (
    <FormDialog
      title={t`Correct SSN or date of birth of ${name}`}
      saveLabel={t`Save correction`}
      busy={busy}
      disabledReason={nothing ? t`Enter the SSN or the date of birth` : undefined}
      problem={problem && problem.fields.size === 0 ? problem : undefined}
      isDirty={Object.values(entries).some((value) => value !== '')}
      onSave={() => {
        setAttempted(true);
        if (found.list.length === 0) void send({ groupId, memberId, ...entries });
      }}
      onClose={onClose}
    >
      <p className={classes.note}>
        <Trans>
          Enter only what is wrong on record. The old value is kept sealed in the history, so that the correction can be
          undone.
        </Trans>
      </p>
      <FieldGrid>
        <SsnInput
          id="identity-ssn"
          label={t`Correct SSN`}
          value={entries.ssn}
          onChange={set('ssn')}
          error={errorAt('ssn')}
        />
        <DateInput
          label={t`Correct date of birth`}
          value={entries.dateOfBirth}
          onChange={set('dateOfBirth')}
          error={errorAt('dateOfBirth')}
          max={today()}
        />
        <WholeRow>
          <TextArea
            label={t`Reason`}
            required
            value={entries.reason}
            onChange={set('reason')}
            error={errorAt('reason')}
            rows={2}
            maxLength={500}
          />
        </WholeRow>
      </FieldGrid>
    </FormDialog>
  );
}
