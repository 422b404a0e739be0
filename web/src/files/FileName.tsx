import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { FILE_FORMAT_LABEL } from '../domain-labels.ts';
import { paths } from '../paths.ts';
import { fileSize } from './file-size.ts';

/** A file in a list: its name, which leads to its page, with kind, size and records below. */
export function FileName({ job }: { job: FileJob }) {
  const { t } = useLingui();
  return (
    <>
      <Link className="row-name two-lines" to={paths.fileJob(job.id)}>
        {job.fileName}
      </Link>
      <span className="row-meta whole">
        {job.mode === 'acknowledgement' ? t`Acknowledgement` : FILE_FORMAT_LABEL[job.format]} ·{' '}
        {fileSize(job.sizeBytes)}
        {job.recordsRead > 0 && plural(job.recordsRead, { one: ' · # record', other: ' · # records' })}
      </span>
    </>
  );
}
