import type { FolderResult } from '@openbenefits/contract/payment-imports';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Actor } from '../../policy/actor.ts';
import { perform, type Work } from '../../command.ts';
import type { RequestContext } from '../../request-context.ts';
import { importReturns } from '../ach/import-returns.operations.ts';
import { applyBankFile, rememberedMapping } from './bank-files.operations.ts';
import { filesInFolder, type FolderFile, moveFolderFile, paymentFolder, readFolderFile } from './payment-folder.ts';
import { importRemittances } from './remittances.operations.ts';

type Outcome = Pick<FolderResult, 'outcome' | 'payments' | 'detail'>;

const imported = (payments: number): Outcome => ({ outcome: 'imported', payments, detail: null });

/** Takes a file in as an upload of the person who asked would be: the same checks, all or nothing. */
async function take(work: Work, { kind, bank, name }: FolderFile, bytes: Buffer): Promise<Outcome> {
  const file = { name, base64: bytes.toString('base64') };
  if (kind === '820') {
    const { posted, held, isTest } = await importRemittances(work, { file });
    const detail = isTest
      ? 'The file is a test (ISA15 = T). Nothing was posted.'
      : held > 0
        ? `Payments for another payee, not posted: ${held}.`
        : null;
    return { ...imported(posted), detail };
  }
  if (kind === 'returns') return imported((await importReturns(work, { name, text: bytes.toString('utf8') })).matched);
  const input = { kind, bank: bank ?? '', file };
  const mapping = await rememberedMapping(work, input);
  if (!mapping) return { outcome: 'needs_mapping', payments: 0, detail: null };
  const { payments, duplicates } = await applyBankFile(work, { ...input, mapping });
  const detail = duplicates === 0 ? null : `Rows that were imported before and left out: ${duplicates}.`;
  return { ...imported(payments), detail };
}

/** What a refusal of the import says of the file: it was imported before, or it cannot be read. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Refusal)) throw error;
  const detail = error.problems.map(({ message }) => message).join(' ') || error.message;
  return { outcome: error.code === 'conflict' ? 'duplicate' : 'unreadable', payments: 0, detail };
}

async function pickUpFile(
  context: RequestContext,
  actor: Actor,
  folder: string,
  file: FolderFile,
): Promise<FolderResult | undefined> {
  const bytes = await readFolderFile(folder, file);
  if (bytes === undefined) return undefined;
  if (bytes === 'too_large') {
    await moveFolderFile(folder, file, 'failed', undefined);
    return { ...file, outcome: 'unreadable', payments: 0, detail: 'The file is larger than 20 MB.' };
  }
  const result = await perform(context, actor, 'paymentImports.pickUp', (work) => take(work, file, bytes)).catch(
    outcomeOf,
  );
  // Only now: what is stored is stored, and a file that is left in place is rejected as imported before.
  if (result.outcome !== 'needs_mapping')
    await moveFolderFile(folder, file, result.outcome === 'unreadable' ? 'failed' : 'done', bytes);
  return { ...file, ...result };
}

/** Takes in every complete file of the organization's folder, each in its own transaction with its own audit entry. */
export async function pickUpFiles(context: RequestContext, actor: Actor): Promise<FolderResult[]> {
  const folder = paymentFolder(context.services, actor.tenantId);
  const results: FolderResult[] = [];
  for (const file of await filesInFolder(folder)) {
    const result = await pickUpFile(context, actor, folder, file);
    if (result) results.push(result);
  }
  return results;
}

/** A file of the folder, for the person who maps its columns. */
export async function folderFile(
  work: Work,
  asked: { kind: 'lockbox' | 'bank'; bank: string; name: string },
): Promise<{ name: string; base64: string }> {
  const { services, actor, note } = work;
  const folder = paymentFolder(services, actor.tenantId);
  // Only what the listing has: a name from outside never becomes a path.
  const file = (await filesInFolder(folder)).find(
    ({ kind, bank, name }) => kind === asked.kind && bank === asked.bank && name === asked.name,
  );
  const bytes = file && (await readFolderFile(folder, file));
  if (!bytes || bytes === 'too_large') throw new Refusal('not_found', 'This file is no longer in the folder.');
  note({ targetKind: 'payment_file', fields: ['payments'] });
  return { name: asked.name, base64: bytes.toString('base64') };
}
