import type { SentFile } from '@openbenefits/contract/rating-data';
import { LARGEST_RATE_FILE } from '@openbenefits/domain/plans/rate-file';
import { sentFileOf } from '../../plans/rates/sent-file.ts';

/** The file as a request carries it: a large CSV file is packed, some ten times smaller; a workbook is already. */
export async function packedFile(file: File): Promise<SentFile> {
  if (file.size <= LARGEST_RATE_FILE || /\.xlsx$/i.test(file.name)) return sentFileOf(file);
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return sentFileOf(new File([packed], file.name));
}
