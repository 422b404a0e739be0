import type { GroupDetail } from '@openbenefits/contract/groups';
import { GROUP_STATUSES, type GroupStatus } from '@openbenefits/domain/groups/group-status';
import { statusesAfter, statusRefusal } from '@openbenefits/domain/groups/status-changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldGrid, Select, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { ConflictDialog } from '../edit/ConflictDialog.tsx';
import { EditField } from '../edit/EditField.tsx';
import { LeaveEditing } from '../edit/LeaveEditing.tsx';
import { SaveProblem } from '../edit/SaveProblem.tsx';
import { StatusDialog } from '../edit/StatusDialog.tsx';
import { useEditReason } from '../edit/use-edit-reason.ts';
import { useGroupForm } from '../edit/use-group-form.ts';
import classes from './SettingsTab.module.css';

/** The three settings of specification 1, section 2.8, the current status, and its possible next ones. */
const offered = (status: GroupStatus): GroupStatus[] =>
  GROUP_STATUSES.filter(
    (one) =>
      one === status || ['active', 'suspended', 'terminated'].includes(one) || statusesAfter(status).includes(one),
  );

function Settings({ group, onSaved }: { group: GroupDetail; onSaved: () => void }) {
  const { t } = useLingui();
  const locked = useEditReason();
  const [chosen, setChosen] = useState<GroupStatus | null>(null);
  const status = chosen ?? group.status;
  const [confirming, setConfirming] = useState(false);
  const wantsStatus = status !== group.status;
  // Other settings are saved first; the status then asks for its reason and date.
  const form = useGroupForm(group, wantsStatus ? () => setConfirming(true) : onSaved);
  const refusal = wantsStatus ? statusRefusal(group.status, status) : undefined;
  const planned = group.plannedStatus ? t`Another status change is scheduled. Cancel it first.` : undefined;
  const nothing = form.isDirty || wantsStatus ? undefined : t`No changes to save`;
  const submit = () => {
    if (form.isDirty) form.submit();
    else if (wantsStatus) setConfirming(true);
  };
  return (
    <form
      className={`panel ${classes.settings}`}
      aria-label={t`Group Settings`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!(locked ?? refusal ?? nothing)) submit();
      }}
    >
      <h2>
        <Trans>Group Settings</Trans>
      </h2>
      {locked && <p>{locked}</p>}
      <fieldset className={classes.fields} disabled={locked !== undefined}>
        <FieldGrid columns={3}>
          <Select
            label={t`Group status`}
            value={status}
            choices={offered(group.status).map((value) => ({ value, label: GROUP_STATUS_LABEL[value] }))}
            onChange={setChosen}
            lockedReason={planned}
            error={refusal && words(refusal)}
            description={t`You'll confirm a reason and date first.`}
          />
          <EditField form={form} name="enrollmentPeriod" />
          <EditField form={form} name="notificationLevel" />
          <EditField form={form} name="openEnrollmentStart" />
          <EditField form={form} name="openEnrollmentEnd" />
          <EditField form={form} name="nextRateIncrease" />
          <EditField form={form} name="gracePeriodDays" />
          <EditField form={form} name="retroTermDays" />
          <EditField form={form} name="employerContributionPercent" />
          <EditField form={form} name="waitingPeriodDays" />
          <EditField form={form} name="waitingPeriodStart" />
          <EditField form={form} name="hoursRequirement" />
          <WholeRow>
            <EditField form={form} name="cobraEnabled" />
          </WholeRow>
        </FieldGrid>
      </fieldset>
      <SaveProblem problem={form.problem} />
      <Button
        variant="primary"
        type="submit"
        busy={form.busy}
        disabledReason={locked ?? (refusal && words(refusal)) ?? nothing}
      >
        <Trans>Save Settings</Trans>
      </Button>
      <LeaveEditing dirty={form.isDirty && !form.busy && !confirming} />
      {form.conflicts.length > 0 && <ConflictDialog form={form} />}
      {confirming && <StatusDialog group={group} to={status} onClose={onSaved} />}
    </form>
  );
}

/** Specification 1, section 2.8: status, enrollment period, notifications and the terms of the group, all saved. */
export function SettingsTab({ group }: { group: GroupDetail }) {
  const [saves, setSaves] = useState(0);
  // The form restarts with the saved values.
  return <Settings key={`${group.id}-${saves}`} group={group} onSaved={() => setSaves(saves + 1)} />;
}
