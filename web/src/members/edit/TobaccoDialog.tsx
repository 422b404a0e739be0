import type { MemberDetail } from '@openbenefits/contract/members';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { asksForReason } from '@openbenefits/domain/members/given-reason';
import { problemsOfTobaccoUse, type TobaccoForm } from '@openbenefits/domain/members/tobacco-use';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { today } from '../../groups/today.ts';
import { TOBACCO_LABEL } from '../../domain-labels.ts';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from './Edit.module.css';
import { useMemberForm } from './use-member-form.ts';

/** Records what a member attests about tobacco use, from a day on. */
export function TobaccoDialog({ member, onClose }: { member: MemberDetail; onClose: () => void }) {
  const { t } = useLingui();
  const { name, groupId, id: memberId } = member;
  const initial: TobaccoForm = { usesTobacco: '', from: '', attestedOn: today(), overrideReason: '' };
  const form = useMemberForm({
    initial,
    problemsOf: (values) => problemsOfTobaccoUse(values, today(), member.tobacco),
    // A day that is there is looked at at once.
    isSeen: (path, { from }) => path === 'from' && parseCalendarDate(from) !== undefined,
    write: api.members.recordTobacco,
    inputOf: (values) => ({ groupId, memberId, ...values }),
    title: t`Tobacco use recorded`,
    nameOf: () => name,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t`Tobacco use of ${name}`}
      saveLabel={t`Save answer`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.note}>
        <Trans>
          Rates with a tobacco factor or a tobacco rate use the answer of the first day of each covered month. Bills of
          earlier months are adjusted.
        </Trans>
      </p>
      <FieldGrid>
        <SelectField
          field={form.field('usesTobacco')}
          label={t`Answer of the member`}
          required
          choices={[
            { value: '', label: t`Choose an answer` },
            { value: 'no', label: TOBACCO_LABEL.no },
            { value: 'yes', label: TOBACCO_LABEL.yes },
          ]}
          description={t`Use on average four or more times a week in the past six months, except for religious use (45 CFR 147.102).`}
        />
        <DateField field={form.field('from')} label={t`Applies from`} required />
        <DateField field={form.field('attestedOn')} label={t`Attested on`} required max={today()} />
        {(form.values.overrideReason !== '' || form.known.some(asksForReason)) && (
          <WholeRow>
            <TextAreaField field={form.field('overrideReason')} label={t`Reason for the change`} />
          </WholeRow>
        )}
      </FieldGrid>
    </FormDialog>
  );
}
