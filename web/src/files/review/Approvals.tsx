import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { orpc } from '../../api.ts';
import { useUser } from '../../session.ts';
import { FactsSection } from '../../ui/FactsRail.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { EFFECTS } from './FileChanges.tsx';
import classes from './Approvals.module.css';

function Approval({ by, given = false, children }: { by: string; given?: boolean; children: ReactNode }) {
  return (
    <li data-given={given || undefined}>
      <Icon of={given ? IconCircleCheck : IconCircle} size={14} />
      <b>{by}</b>
      <span>{children}</span>
    </li>
  );
}

/** Who has approved a held file, and whose approval it waits for. */
export function Approvals({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const user = useUser();
  const changes = useQuery(
    orpc.files.changes.queryOptions({ input: { id: job.id, actions: [...EFFECTS], limit: 1 }, gcTime: 0 }),
  );
  const { secondApproval } = job;
  const first = secondApproval?.first;
  const mayApprove = user?.permissions.includes('files.process') === true;
  if (!first && !secondApproval && !mayApprove) return null;
  return (
    <FactsSection title={t`Approvals`}>
      <ul className={classes.approvals}>
        {first ? (
          <Approval by={first.by} given>
            <Trans>
              Approved <TimeAgo instant={first.at} />
            </Trans>
          </Approval>
        ) : (
          <Approval by={mayApprove && user ? user.name : t`A user who can process files`}>
            {changes.data &&
              (changes.data.total === 0
                ? t`The file changes no one`
                : plural(changes.data.total, {
                    one: `${changes.data.selected.toLocaleString('en-US')} of # change selected`,
                    other: `${changes.data.selected.toLocaleString('en-US')} of # changes selected`,
                  }))}
          </Approval>
        )}
        {secondApproval && (
          <Approval by={t`A second person`}>
            {plural(secondApproval.losing, {
              one: 'Required, # person loses coverage',
              other: 'Required, # people lose coverage',
            })}
          </Approval>
        )}
      </ul>
    </FactsSection>
  );
}
