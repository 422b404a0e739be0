import { parseMailbox } from '@openbenefits/domain/mail-address';
import { publicAddress } from '../config.ts';
import { inTenant } from '../db/connect.ts';
import { DeliveryError, type OutboxHandler } from '../outbox/outbox.ts';
import { renderedPlace } from './send-mail.ts';
import { sendBySmtp } from './smtp.ts';
import { frameOf, openMail } from './stored-mail.ts';

/** Sends mails by SMTP_URL; without it they are kept for an administrator to read. */
export const mailHandler: OutboxHandler = {
  async deliver({ db, vault, config, clock }, { id, tenantId }) {
    const { to, content } = await inTenant(db, tenantId, async (tx) => {
      const mail = await tx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return openMail(vault, tenantId, mail, await frameOf(tx, publicAddress(config)));
    });
    if (config.SMTP_URL) {
      const from = parseMailbox(config.MAIL_FROM ?? '');
      if (!from) throw new DeliveryError('no_sender');
      await sendBySmtp(config.SMTP_URL, { id, from, to, ...content });
    }
    const state = config.SMTP_URL ? 'sent' : 'kept';
    const renderedEncrypted = vault.seal(JSON.stringify(content), renderedPlace(tenantId, id));
    return async (tx) => {
      await tx
        .updateTable('mails')
        .set({ state, renderedEncrypted, settledAt: clock.now(), errorKind: null })
        .where('id', '=', id)
        .execute();
    };
  },
  async recordFailure(tx, { clock }, { id }, { errorKind, isLast }) {
    await tx
      .updateTable('mails')
      .set(isLast ? { state: 'failed', errorKind, settledAt: clock.now() } : { errorKind })
      .where('id', '=', id)
      .execute();
  },
};
