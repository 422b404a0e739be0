import type { Place } from '../../vault.ts';

export const outboundPlace = (tenant: string, interchangeId: string): Place => ({ table: 'outbound_interchanges', column: 'content', row: interchangeId, tenant });
