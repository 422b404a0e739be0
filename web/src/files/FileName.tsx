import type { FileJob } from '@openbenefits/contract/files';
import { Link } from 'react-router';
import { FILE_FORMAT_LABEL } from '../domain-labels.ts';
import { paths } from '../paths.ts';
import { fileSize } from './file-size.ts';

/** A file in a list: its name, which leads to its page, with kind and size below. */
export function FileName({ job }: { job: FileJob }) {
  return (
    <>
      <Link className="row-name trunc" to={paths.fileJob(job.id)}>
        {job.fileName}
      </Link>
      <span className="row-meta trunc">
        {FILE_FORMAT_LABEL[job.format]} · {fileSize(job.sizeBytes)}
      </span>
    </>
  );
}
