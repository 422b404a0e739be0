import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import type { WordKind } from '@openbenefits/domain/files/census/census-mapping';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../api.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { hasColumns } from './list-file.ts';
import classes from './RefusalCauses.module.css';
import { MapPlanDialog } from './MapPlanDialog.tsx';
import { MapWordDialog } from './MapWordDialog.tsx';
import { useProfileReason } from './partners/use-profile-reason.ts';
import { SendAgain } from './SendAgain.tsx';

/** Why records were refused, the most frequent cause first. A plan code or a word that nobody knows is explained here, once for all its records. */
export function RefusalCauses({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const profileReason = useProfileReason();
  const [code, setCode] = useState<string | null>(null);
  const [word, setWord] = useState<{ kind: WordKind; word: string; likely: string | null } | null>(null);
  const { data } = useQuery(orpc.files.causes.queryOptions({ input: { id: job.id }, enabled: job.refused > 0 }));
  const unknown = data?.some(({ planCodes, words }) => planCodes.length + words.length > 0) === true;
  const all = data?.every(({ planCodes, words }) => planCodes.length + words.length > 0) === true;
  const waits = job.status === 'completed' && job.resentAs === null;
  const mayNotMap = job.sender ? profileReason(job.sender.isOfGroup) : t`This file names no sender to remember it for.`;
  return (
    <>
      <div className={classes.bar}>
        <h3>
          <Trans>By cause</Trans>
        </h3>
        <SendAgain job={job} rows={job.refused} />
      </div>
      {waits && !job.worthResending && data && !unknown && (
        <p className={classes.todo}>
          {hasColumns(job) ? (
            <Trans>Mend the rows in place, or change what refused them; then they can be sent again.</Trans>
          ) : (
            <Trans>Change what refused them, then they can be sent again; or download them, correct them and upload the file.</Trans>
          )}
        </p>
      )}
      <ul className={classes.causes} aria-label={t`Causes`}>
        {data?.map(({ field, reason, records, planCodes, words }) => (
          <li key={`${field} ${reason}`}>
            <b className="num">{records.toLocaleString('en-US')}</b>
            <span>{reason}</span>
            {planCodes.length + words.length > 0 && (
              <span className={classes.mends}>
                {planCodes.map((one) => (
                  <Button key={one} size="small" disabledReason={mayNotMap} onClick={() => setCode(one)}>
                    {t`Map ${one}…`}
                  </Button>
                ))}
                {words.map((one) => (
                  <Button key={`${one.kind} ${one.word}`} size="small" disabledReason={mayNotMap} onClick={() => setWord(one)}>
                    {t`Explain ${one.word}…`}
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {unknown && waits && (
        <Banner title={t`Say what the codes and words above mean, then send the rows again.`}>{all && t`Nothing in the file itself has to be mended.`}</Banner>
      )}
      {word !== null && <MapWordDialog job={job} kind={word.kind} word={word.word} likely={word.likely} onClose={() => setWord(null)} />}
      {code !== null && <MapPlanDialog job={job} code={code} onClose={() => setCode(null)} />}
    </>
  );
}
