import type { FileJob } from '@openbenefits/contract/files';

/** A list has columns, and rows that can be mended in place. */
export const isList = ({ format }: FileJob): boolean => format === 'csv' || format === 'xlsx';

/** A list, or XML, whose elements are matched as columns are. */
export const hasColumns = (job: FileJob): boolean => isList(job) || job.format === 'xml';
