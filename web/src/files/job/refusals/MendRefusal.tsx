import type { FileJob } from '@openbenefits/contract/files';
import type { FileRefusal } from '@openbenefits/contract/refused-rows';
import { useLingui } from '@lingui/react/macro';
import { plansNamedIn } from '@openbenefits/domain/files/unknown-plan';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { TextButton } from '../../../ui/Button.tsx';
import classes from '../JobPage.module.css';
import { MapPlanDialog } from './MapPlanDialog.tsx';
import { useProfileReason } from '../../partners/use-profile-reason.ts';

/** Fields of a record that hold the day on which something begins or ends. */
const DAYS =
  /(?:^|\.)(?:from|until|changedOn|endsUntil|effectiveDate|eligibilityFrom|eligibilityUntil|hireDate|terminationDate|cobra\w*Date)$/;

/**
 * The next step for a refused record: a plan code that nobody knows is mapped here, all else is mended in the grid,
 * which opens at the record.
 */
export function MendRefusal({ job, row: { recordNo, person, field, reason } }: { job: FileJob; row: FileRefusal }) {
  const { t } = useLingui();
  const profileReason = useProfileReason();
  const [asked, ask] = useState(false);
  const [code] = plansNamedIn(reason);
  // The causes above ask the same.
  const causes = useQuery(orpc.files.causes.queryOptions({ input: { id: job.id }, enabled: code !== undefined }));
  if (code !== undefined && job.sender && profileReason(job.sender.isOfGroup) === undefined) {
    const plan = causes.data?.flatMap(({ planCodes }) => planCodes).find((one) => one.code === code)?.plan;
    return (
      <span className={classes.next}>
        <TextButton
          aria-label={plan ? t`Change code ${code}, ${person}` : t`Map code ${code}, ${person}`}
          onClick={() => ask(true)}
        >
          {plan ? t`Change code` : t`Map code`}
        </TextButton>
        {asked && <MapPlanDialog job={job} code={code} mappedTo={plan?.id} onClose={() => ask(false)} />}
      </span>
    );
  }
  const label = field === 'familyKey' ? t`Find subscriber` : DAYS.test(field) ? t`Choose date` : t`Correct`;
  return (
    <Link to={paths.fileRefused(job.id, recordNo)} aria-label={t`${label}, ${person}`}>
      {label}
    </Link>
  );
}
