import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import { forgetCode, forgetColumn, savePartner } from './trading-partners.operations.ts';
import { listPartners } from './trading-partners.queries.ts';

export const tradingPartnerRoutes = {
  list: api.tradingPartners.list.handler(query(listPartners)),
  save: api.tradingPartners.save.handler(command(savePartner)),
  forgetCode: api.tradingPartners.forgetCode.handler(command(forgetCode)),
  forgetColumn: api.tradingPartners.forgetColumn.handler(command(forgetColumn)),
};
