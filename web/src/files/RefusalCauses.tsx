import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, orpc } from '../api.ts';
import { newKey } from '../idempotency.ts';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { toastError, toastGood } from '../ui/toasts.ts';
import classes from './RefusalCauses.module.css';
import { MapPlanDialog } from './MapPlanDialog.tsx';

/** The refused records of a finished file go into a file of their own. */
function SendAgain({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayNot = useWhyNot('files.upload');
  const resend = useMutation({
    mutationFn: () => api.files.resend({ id: job.id, idempotencyKey: newKey() }),
    onSuccess: async ({ id }) => {
      toastGood(t`Sent again`, t`The refused rows are a file of their own.`);
      await queries.invalidateQueries({ queryKey: orpc.files.key() });
      await navigate(paths.fileJob(id));
    },
    onError: (error) => toastError(error),
  });
  if (job.status !== 'completed') return null;
  if (job.resentAs !== null) {
    return (
      <Link to={paths.fileJob(job.resentAs)}>
        <Trans>Sent again: see that file</Trans>
      </Link>
    );
  }
  return (
    <Button size="small" icon={IconRefresh} disabledReason={mayNot} busy={resend.isPending} onClick={() => resend.mutate()}>
      {plural(job.refused, { one: 'Send the row again', other: 'Send the # rows again' })}
    </Button>
  );
}

/** Why records were refused, the most frequent cause first. A plan code that nobody knows is mapped here, once for all its records. */
export function RefusalCauses({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('files.process');
  const [code, setCode] = useState<string | null>(null);
  const { data } = useQuery(orpc.files.causes.queryOptions({ input: { id: job.id }, enabled: job.refused > 0 }));
  const unknown = data?.some(({ planCodes }) => planCodes.length > 0) === true;
  return (
    <>
      <div className={classes.bar}>
        <h3>
          <Trans>By cause</Trans>
        </h3>
        <SendAgain job={job} />
      </div>
      <ul className={classes.causes} aria-label={t`Causes`}>
        {data?.map(({ field, reason, records, planCodes }) => (
          <li key={`${field} ${reason}`}>
            <b className="num">{records.toLocaleString('en-US')}</b>
            <span>{reason}</span>
            <span className={classes.mends}>
              {planCodes.map((one) => (
                <Button key={one} size="small" disabledReason={mayNot ?? (job.sender ? undefined : t`This file names no sender to remember it for.`)} onClick={() => setCode(one)}>
                  {t`Map ${one}…`}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {unknown && job.status === 'completed' && job.resentAs === null && (
        <Banner title={t`Map the codes, then send the rows again.`}>{t`Nothing in the file itself has to be mended.`}</Banner>
      )}
      {code !== null && <MapPlanDialog job={job} code={code} onClose={() => setCode(null)} />}
    </>
  );
}
