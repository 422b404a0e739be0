import { Refusal } from '@openbenefits/domain/refusal';
import type { FastifyInstance } from 'fastify';
import { validate as isUuid } from 'uuid';
import { api } from '../../api.ts';
import { contextOf, idOf } from '../../app-context.ts';
import { admit, command, perform, query } from '../../command.ts';
import { attachment } from '../../downloads/attachment.ts';
import type { Services } from '../../request-context.ts';
import { achSummary, fileDetail, listFiles, listReturns } from './ach.queries.ts';
import { readBankSettings, setBankSettings } from './bank-settings.ts';
import {
  addAccount,
  confirmDeposits,
  disableAccount,
  listAccounts,
  revealAccount,
  setAddenda,
  startVerification,
} from './bank-accounts.operations.ts';
import { askAgain, cancelFile, draftFile, includeEntry } from './draft-file.operations.ts';
import { importReturns } from './import-returns.operations.ts';
import { addRestriction, liftRestriction, listRestrictions } from './restrictions.ts';
import { chargeReturnFee, retryDebit } from './retries.operations.ts';
import { sentFile } from './send-file.ts';

export const achRoutes = {
  summary: api.ach.summary.handler(query(achSummary)),
  settings: {
    get: api.ach.settings.get.handler(query(readBankSettings)),
    set: api.ach.settings.set.handler(command(setBankSettings)),
  },
  accounts: {
    list: api.ach.accounts.list.handler(query(listAccounts)),
    add: api.ach.accounts.add.handler(command(addAccount)),
    reveal: api.ach.accounts.reveal.handler(command(revealAccount)),
    verify: api.ach.accounts.verify.handler(command(startVerification)),
    confirm: api.ach.accounts.confirm.handler(command(confirmDeposits)),
    setAddenda: api.ach.accounts.setAddenda.handler(command(setAddenda)),
    disable: api.ach.accounts.disable.handler(command(disableAccount)),
  },
  restrictions: {
    list: api.ach.restrictions.list.handler(query(listRestrictions)),
    add: api.ach.restrictions.add.handler(command(addRestriction)),
    lift: api.ach.restrictions.lift.handler(command(liftRestriction)),
  },
  files: {
    list: api.ach.files.list.handler(query(listFiles)),
    get: api.ach.files.get.handler(query(fileDetail)),
    draft: api.ach.files.draft.handler(command(draftFile)),
    include: api.ach.files.include.handler(command(includeEntry)),
    ask: api.ach.files.ask.handler(command(askAgain)),
    cancel: api.ach.files.cancel.handler(command(cancelFile)),
  },
  returns: {
    list: api.ach.returns.list.handler(query(listReturns)),
    import: api.ach.returns.import.handler(command(importReturns)),
    retry: api.ach.returns.retry.handler(command(retryDebit)),
    fee: api.ach.returns.fee.handler(command(chargeReturnFee)),
  },
};

/** GET /downloads/ach/{id}: the bytes for the bank; the first download marks the file as sent. Audited. */
export function achDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/downloads/ach/:id', async (request, reply) => {
    const context = contextOf(request, services);
    const actor = await admit(context, 'ach.download');
    const id = idOf(request);
    if (!isUuid(id)) throw new Refusal('not_found', 'This ACH file does not exist.');
    const { name, content } = await perform(context, actor, 'ach.download', (work) => sentFile(work, { id }));
    return reply
      .type('text/plain; charset=us-ascii')
      .header('content-disposition', attachment(name))
      .header('cache-control', 'no-store')
      .send(content);
  });
}
