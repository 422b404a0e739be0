import type { FileJob } from '@openbenefits/contract/files';
import { JOB_STAGE_LABEL } from '../../domain-labels.ts';
import { isRunning } from './FileResult.tsx';

/** What a screen reader says of files that are worked on: each step when it begins, and no percent. */
export function SaidStage({ jobs }: { jobs: readonly FileJob[] | undefined }) {
  return (
    <output className="sr">
      {jobs
        ?.filter(isRunning)
        .map((job) => `${job.fileName}: ${JOB_STAGE_LABEL[job.stage]}`)
        .join(', ')}
    </output>
  );
}
