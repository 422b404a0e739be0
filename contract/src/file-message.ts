import { SEVERITIES } from '@openbenefits/domain/files/messages/message-table';
import { z } from 'zod';

/**
 * What is said of a file, a record or a hold. `text` is the English sentence. In another language it is made of `code`,
 * which names a message of the catalogue, and `params`; `code` is null for texts from before the catalogue.
 */
export const fileMessage = z.object({
  code: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  text: z.string(),
});
export type ShownMessage = z.infer<typeof fileMessage>;
