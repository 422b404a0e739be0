import type { FileJob } from '@openbenefits/contract/files';

/**
 * A list has columns, and rows that can be mended in place; the elements of XML are matched and mended as columns are.
 */
export const hasColumns = ({ format }: Pick<FileJob, 'format'>): boolean => format !== 'edi834';
