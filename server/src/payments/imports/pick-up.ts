import type { FolderResult } from '@openbenefits/contract/payment-imports';
import { shownFileName } from '@openbenefits/domain/file-name';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Actor } from '../../policy/actor.ts';
import { perform, type Work } from '../../command.ts';
import { inTenantAs } from '../../db/connect.ts';
import type { RequestContext } from '../../request-context.ts';
import { importReturns } from '../ach/import-returns.operations.ts';
import { applyBankFile, rememberedMapping } from './bank-files.operations.ts';
import {
  filesInFolder,
  type FolderFile,
  moveToFailed,
  paymentFolder,
  readFolderFile,
  removeFolderFile,
} from './payment-folder.ts';
import { digestOf, keepOriginal, keptBefore } from './payment-originals.ts';
import { importRemittances } from './remittances.operations.ts';

type Outcome = Pick<FolderResult, 'outcome' | 'payments' | 'detail'>;

const imported = (payments: number): Outcome => ({ outcome: 'imported', payments, detail: null });

/** Takes a file in as an upload of the person who asked would be: the same checks, all or nothing. */
async function take(work: Work, { kind, bank, name }: FolderFile, bytes: Buffer): Promise<Outcome> {
  const file = { name: shownFileName(name), base64: bytes.toString('base64') };
  if (kind === '820') {
    const { posted, held, isTest } = await importRemittances(work, { file });
    const detail = isTest
      ? 'The file is a test (ISA15 = T). Nothing was posted.'
      : held > 0
        ? `Payments for another payee, not posted: ${held}.`
        : null;
    return { ...imported(posted), detail };
  }
  if (kind === 'returns')
    return imported((await importReturns(work, { name: file.name, text: bytes.toString('utf8') })).matched);
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

/** Imports a file and keeps its original in one transaction; one that was imported elsewhere is kept all the same. */
async function importOnce(context: RequestContext, actor: Actor, file: FolderFile, bytes: Buffer): Promise<Outcome> {
  const digest = digestOf(file, bytes);
  const before = await inTenantAs(context.services.db, actor, (tx) => keptBefore(tx, digest));
  if (before)
    return {
      outcome: 'duplicate',
      payments: 0,
      detail: `This file was already imported by ${before.keptByName}, as ${before.fileName}. Nothing was changed.`,
    };
  const result = await perform(context, actor, 'paymentImports.pickUp', async (work) => {
    const taken = await take(work, file, bytes);
    if (taken.outcome === 'imported') await keepOriginal(work, file, bytes);
    return taken;
  }).catch(outcomeOf);
  if (result.outcome === 'duplicate')
    await perform(context, actor, 'paymentImports.pickUp', async (work) => {
      await keepOriginal(work, file, bytes);
      work.note({ targetKind: 'payment_file' });
    });
  return result;
}

/** What is not read says why, in words. */
const notRead = {
  too_large: () => ({ outcome: 'unreadable' as const, detail: 'The file is larger than 20 MB.' }),
  changing: (seconds: number) => ({
    outcome: 'changing' as const,
    detail: `It is imported once it has not changed for ${seconds} seconds.`,
  }),
};

async function pickUpFile(
  context: RequestContext,
  actor: Actor,
  folder: string,
  file: FolderFile,
): Promise<FolderResult | undefined> {
  const { services } = context;
  const read = await readFolderFile(services, folder, file);
  if (read === undefined) return undefined;
  if (read === 'too_large' || read === 'changing') {
    if (read === 'too_large') await moveToFailed(folder, file, undefined);
    return { ...file, payments: 0, ...notRead[read](services.config.PAYMENT_FOLDER_STABLE_SECONDS) };
  }
  const result = await importOnce(context, actor, file, read.bytes);
  if (result.outcome === 'needs_mapping') return { ...file, ...result };
  if (result.outcome === 'unreadable') {
    await moveToFailed(folder, file, read.bytes);
    return { ...file, ...result };
  }
  // Only now: the original is stored, and a file that is left in place is rejected as imported before.
  if (await removeFolderFile(folder, file, read)) return { ...file, ...result };
  const left = 'The server cannot remove it from the folder. Remove it there. It is not imported again.';
  return { ...file, ...result, detail: [result.detail, left].filter(Boolean).join(' ') };
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
  const read = file && (await readFolderFile(services, folder, file));
  if (read === 'changing')
    throw new Refusal('state', 'This file is still being sent. Try again when it has not changed for a while.');
  if (!read || read === 'too_large') throw new Refusal('not_found', 'This file is no longer in the folder.');
  note({ targetKind: 'payment_file', fields: ['payments'] });
  return { name: asked.name, base64: read.bytes.toString('base64') };
}
