import type { GroupDetail } from '@openbenefits/contract/groups';
import { groupFieldText } from '@openbenefits/domain/groups/field-label';
import { GROUP_COLUMNS, type GroupColumn, groupField } from '@openbenefits/domain/groups/group-fields';
import { COBRA_LOCKED_TEXT, isCobraForced } from '@openbenefits/domain/groups/group-terms';
import { shownPhone } from '@openbenefits/domain/phone';
import { GROUP_TYPE_LABEL, WAITING_PERIOD_START_LABEL } from '../../domain-labels.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import { ContactDialog } from '../edit/FieldsDialog.tsx';
import { useEditReason } from '../edit/use-edit-reason.ts';
import { ActivityFeed } from '../../changes/ActivityFeed.tsx';
import { FactPanel, Part } from './FactPanel.tsx';
import { ClassesPart, LocationsPart } from './PlacesTables.tsx';
import { waitingPeriodWords, webAddress } from './group-words.ts';
import { words } from '../../words.ts';

function Website({ address }: { address: string | null }) {
  if (!address) return <Unknown />;
  const href = webAddress(address);
  const words = address.replace(/^https?:\/\//, '');
  if (!href) return <>{words}</>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}

/** Fields that are shown elsewhere: in the facts below, in the header, or with the contact. */
const PLACED: readonly GroupColumn[] = [
  'companyName',
  'legalName',
  'groupType',
  'industry',
  'sicCode',
  'addressLine1',
  'addressLine2',
  'city',
  'stateProvince',
  'zipPostalCode',
  'contactName',
  'contactPhone',
  'contactEmail',
  'faxPhone',
  'website',
  'employeeCount',
  'eligibleEmployeeCount',
  'effectiveDate',
  'renewalDate',
  'nextRateIncrease',
  'waitingPeriodDays',
  'waitingPeriodStart',
  'hoursRequirement',
  'cobraEnabled',
];
const OTHERS = GROUP_COLUMNS.filter((name) => groupField(name).edit !== undefined && !PLACED.includes(name));

function Information({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const { waitingPeriodDays: days, waitingPeriodStart: start } = group;
  const address = [
    group.addressLine1,
    group.addressLine2,
    `${group.city}, ${group.stateProvince} ${group.zipPostalCode}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <FactPanel
      title={t`Group information`}
      facts={[
        { label: t`Legal name`, value: group.legalName ?? <Unknown /> },
        { label: t`Type`, value: GROUP_TYPE_LABEL[group.groupType] },
        { label: t`Industry`, value: group.industry ?? <Unknown reason={t`Not specified`} /> },
        { label: t`Effective date`, value: <DateText date={group.effectiveDate} /> },
        { label: t`Address`, value: address },
        { label: t`Contact phone`, value: group.contactPhone ? shownPhone(group.contactPhone) : <Unknown /> },
        { label: t`Fax`, value: group.faxPhone ? shownPhone(group.faxPhone) : <Unknown /> },
        { label: t`Website`, value: <Website address={group.website} /> },
        { label: t`Employee count`, value: group.employeeCount.toLocaleString('en-US') },
        {
          label: t`Eligible employees`,
          value:
            group.eligibleEmployeeCount === null ? <Unknown /> : group.eligibleEmployeeCount.toLocaleString('en-US'),
        },
        {
          label: t`Waiting period`,
          value: (
            <>
              <Plural value={days} _0="No waiting days" one="# day" other="# days" />,{' '}
              {WAITING_PERIOD_START_LABEL[start]}
            </>
          ),
          note: waitingPeriodWords(days, start),
        },
        { label: t`Hours requirement`, value: t`${group.hoursRequirement} hours a week` },
        ...OTHERS.map((name) => ({
          label: words(groupField(name).label),
          value: groupFieldText(name, group[name]) ?? <Unknown />,
        })),
        {
          label: t`COBRA`,
          value: group.cobraEnabled ? t`Enabled` : t`Not enabled`,
          note: isCobraForced(group.employeeCount) && words(COBRA_LOCKED_TEXT),
        },
      ]}
    />
  );
}

function Contact({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  const reason = useEditReason();
  const [editing, setEditing] = useState(false);
  const { contactName, contactPhone, contactEmail } = group;
  return (
    <>
      <FactPanel
        title={t`Primary contact`}
        action={
          <Button size="small" disabledReason={reason} onClick={() => setEditing(true)}>
            <Trans>Update Contact</Trans>
          </Button>
        }
        facts={[
          { label: t`Name`, value: contactName ?? <Unknown /> },
          {
            label: t`Email`,
            value: contactEmail ? <a href={`mailto:${contactEmail}`}>{contactEmail}</a> : <Unknown />,
          },
          { label: t`Phone`, value: contactPhone ? shownPhone(contactPhone) : <Unknown /> },
        ]}
      />
      {editing && <ContactDialog group={group} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Specification 1, section 2.8: the group, its contact, its address and its latest activity. */
export function OverviewTab({ group }: { group: GroupDetail }) {
  const { t } = useLingui();
  return (
    <>
      <Information group={group} />
      <Contact group={group} />
      <LocationsPart group={group} />
      <ClassesPart group={group} />
      <Part title={t`Recent activity`}>
        <ActivityFeed groupId={group.id} />
      </Part>
    </>
  );
}
