import type { FileJob } from '@openbenefits/contract/files';
import type { FileCause } from '@openbenefits/contract/refused-rows';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api.ts';
import { PermittedLink } from '../../../groups/PermittedLink.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, TextButton } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { meaningLabel } from '../../columns/meaning-choices.ts';
import classes from './RefusalCauses.module.css';
import { MapPlanDialog } from './MapPlanDialog.tsx';
import { MapWordDialog } from './MapWordDialog.tsx';
import { fileWords } from '../../file-words.ts';
import { useProfileReason } from '../../partners/use-profile-reason.ts';
import { SendAgain } from './SendAgain.tsx';

type Code = FileCause['planCodes'][number];
type Word = FileCause['words'][number];

/**
 * What was said of a code or a word, and the button to say it. The button stays the same one, so that the keyboard
 * finds it again after the dialog.
 */
function Mend({
  said,
  ask,
  change,
  mayNot,
  onAsk,
}: {
  said: string | null;
  ask: string;
  change: string;
  mayNot: string | undefined;
  onAsk: () => void;
}) {
  return (
    <span className={classes.mend}>
      {said !== null && <span>{said}</span>}
      <Button size="small" disabledReason={mayNot} aria-label={said === null ? undefined : change} onClick={onAsk}>
        {said === null ? ask : <Trans>Change…</Trans>}
      </Button>
    </span>
  );
}

/** Causes that are shown at first: below them stand the records. */
const FIRST = 8;

/**
 * Why records were refused, the most frequent cause first. A plan code or a word that nobody knows is explained here,
 * once for all its records.
 */
export function RefusalCauses({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const profileReason = useProfileReason();
  const [isOpen, open] = useState(false);
  const [askedCode, askCode] = useState<Code | null>(null);
  const [askedWord, askWord] = useState<Word | null>(null);
  const { data, error, refetch } = useQuery(
    orpc.files.causes.queryOptions({ input: { id: job.id }, enabled: job.refused > 0 }),
  );
  const named = data?.some(({ planCodes, words }) => planCodes.length + words.length > 0) === true;
  const unknown =
    data?.some(
      ({ planCodes, words }) =>
        planCodes.some(({ plan }) => plan === null) || words.some(({ meaning }) => meaning === null),
    ) === true;
  const all = data?.every(({ planCodes, words }) => planCodes.length + words.length > 0) === true;
  const waits = job.status === 'completed' && job.resentAs === null;
  // What refused every row of a list of which columns were not read stands in one of those, more likely than wrong in
  // each row.
  const isOfColumns = ({ records, planCodes, words }: FileCause): boolean =>
    records === job.recordsRead &&
    planCodes.length + words.length === 0 &&
    (job.columns?.ignored ?? 0) > 0 &&
    job.originalRemovedAt === null;
  const mayNotMap = job.sender ? profileReason(job.sender.isOfGroup) : t`This file has no sender to save it for.`;
  if (error && !data)
    return <ErrorState error={error} title={t`The causes could not be loaded`} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={classes.bar}>
        <h3>
          <Trans>By cause</Trans>
        </h3>
        <SendAgain job={job} rows={job.refused} />
      </div>
      {waits && !job.worthResending && data && !named && (
        <p className={classes.todo}>
          <Trans>Fix the rows here, or change what rejected them. Then you can send them again.</Trans>
        </p>
      )}
      {job.status === 'held' && data && !named && (
        <p className={classes.todo}>
          <Trans>Fix the rows here, then apply them to this file. The preview is refreshed with them.</Trans>
        </p>
      )}
      <ul className={classes.causes} aria-label={t`Causes`}>
        {(isOpen ? data : data?.slice(0, FIRST))?.map((cause) => {
          const { field, reason, records, planCodes, words, column } = cause;
          return (
            <li key={`${field} ${reason}`}>
              <b className="num">{records.toLocaleString('en-US')}</b>
              <span>{fileWords(cause.message)}</span>
              {(isOfColumns(cause) || column !== null) && (
                <span className={classes.mends}>
                  {isOfColumns(cause) && (
                    <PermittedLink size="small" needs="files.process" to={paths.fileColumns(job.id)}>
                      <Trans>Match columns</Trans>
                    </PermittedLink>
                  )}
                  {column !== null && (
                    <PermittedLink size="small" needs="files.process" to={paths.fileColumnToAdd(job.id, column)}>
                      {t`Add the column ${column}`}
                    </PermittedLink>
                  )}
                </span>
              )}
              {planCodes.length + words.length > 0 && (
                <span className={classes.mends}>
                  {planCodes.map((one) => {
                    const { code, plan } = one;
                    const planName = plan?.name;
                    return (
                      <Mend
                        key={code}
                        said={plan && t`${code} mapped to ${planName}`}
                        ask={t`Map ${code}…`}
                        change={t`Change what ${code} means`}
                        mayNot={mayNotMap}
                        onAsk={() => askCode(one)}
                      />
                    );
                  })}
                  {words.map((one) => {
                    const { kind, word, meaning } = one;
                    const means = meaning && meaningLabel(kind, meaning);
                    return (
                      <Mend
                        key={`${kind} ${word}`}
                        said={means && t`${word} means ${means}`}
                        ask={t`Explain ${word}…`}
                        change={t`Change what ${word} means`}
                        mayNot={mayNotMap}
                        onAsk={() => askWord(one)}
                      />
                    );
                  })}
                </span>
              )}
            </li>
          );
        })}
        {data && data.length > FIRST && (
          <li className={classes.rest}>
            <TextButton aria-expanded={isOpen} onClick={() => open(!isOpen)}>
              {isOpen ? t`Show the most frequent` : t`Show all ${data.length} causes`}
            </TextButton>
          </li>
        )}
      </ul>
      {unknown && waits && (
        <Banner title={t`Map the codes and words above, then send the rows again.`}>
          {all && t`Nothing in the file needs to be fixed.`}
        </Banner>
      )}
      {askedWord !== null && (
        <MapWordDialog
          job={job}
          kind={askedWord.kind}
          word={askedWord.word}
          likely={askedWord.meaning ?? askedWord.likely}
          onClose={() => askWord(null)}
        />
      )}
      {askedCode !== null && (
        <MapPlanDialog job={job} code={askedCode.code} mappedTo={askedCode.plan?.id} onClose={() => askCode(null)} />
      )}
    </>
  );
}
