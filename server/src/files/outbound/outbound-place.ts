import type { Place } from '../../vault.ts';

export const outboundPlace = (tenant: string, interchangeId: string): Place => ({
  table: 'outbound_interchanges',
  column: 'content',
  row: interchangeId,
  tenant,
});

export const toldIdentityPlace = (tenant: string, interchangeId: string, memberId: string): Place => ({
  table: 'outbound_identities',
  column: 'identity',
  row: `${interchangeId}/${memberId}`,
  tenant,
});
