import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import type { RecordSink } from '../record-sink.ts';
import { readXmlPart } from '../xml/stream.ts';
import { relations, relationsOf } from './workbook.ts';
import type { ZipParts } from './zip-parts.ts';

/**
 * What people hang onto a cell for whoever reads it (Termed 10/31): told, since nobody reads it here. Those of the
 * first row explain the headings.
 */
export async function tellComments(zip: ZipParts, sheet: string, sink: RecordSink): Promise<void> {
  try {
    const part = (await relations(zip, relationsOf(sheet), sheet)).get('comments');
    if (part === undefined || !zip.has(part)) return;
    await readXmlPart(await zip.stream(part), {
      open(name, attributes) {
        const row = name === 'comment' ? Number(/\d+$/.exec(attributes['ref'] ?? '')?.[0] ?? 0) : 0;
        if (row > 1) sink.remark('comments', fileMessage('comments_unread'), row);
      },
    });
  } catch (error) {
    // The list itself was read: what stands beside it does not refuse it.
    if (!(error instanceof Refusal)) throw error;
  }
}
