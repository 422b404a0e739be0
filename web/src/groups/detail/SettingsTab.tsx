import type { GroupDetail } from '@openbenefits/contract/groups';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { ENROLLMENT_PERIODS } from '@openbenefits/domain/groups/group-terms';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Fields.tsx';
import classes from './SettingsTab.module.css';
import { ENROLLMENT_PERIOD_LABEL, LATER, NOTIFICATION_LABEL } from './group-words.ts';

/** Specification 1, section 2.8; a status that is none of the three is shown as it is. */
const OFFERED: readonly GroupStatus[] = ['active', 'suspended', 'terminated'];

const unchanged = () => undefined;

export function SettingsTab({ group }: { group: GroupDetail }) {
  const { t, i18n } = useLingui();
  const reason = i18n._(LATER.settings);
  const statuses = OFFERED.includes(group.status) ? OFFERED : [group.status, ...OFFERED];
  return (
    <section className={`panel ${classes.settings}`}>
      <h2>
        <Trans>Group Settings</Trans>
      </h2>
      <p>
        <Trans>These are the settings in force. They can be changed here in a later release.</Trans>
      </p>
      <div className={classes.fields}>
        <Select
          label={t`Group status`}
          value={group.status}
          choices={statuses.map((value) => ({ value, label: GROUP_STATUS_LABEL[value] }))}
          onChange={unchanged}
          lockedReason={reason}
        />
        <Select
          label={t`Enrollment period`}
          value={group.enrollmentPeriod}
          choices={ENROLLMENT_PERIODS.map((value) => ({ value, label: i18n._(ENROLLMENT_PERIOD_LABEL[value]) }))}
          onChange={unchanged}
          lockedReason={reason}
        />
        <Select
          label={t`Notifications`}
          value={group.notificationLevel}
          choices={(['all', 'critical', 'none'] as const).map((value) => ({ value, label: i18n._(NOTIFICATION_LABEL[value]) }))}
          onChange={unchanged}
          lockedReason={reason}
        />
      </div>
      <Button disabledReason={reason}>
        <Trans>Save Settings</Trans>
      </Button>
    </section>
  );
}
