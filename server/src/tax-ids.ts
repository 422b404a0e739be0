import type { Place, Vault } from './vault.ts';

export type SealedTaxId = { taxIdEncrypted: string | null; taxIdIndex: Buffer | null };

const place = (tenant: string, groupId: string): Place => ({
  table: 'groups',
  column: 'tax_id_encrypted',
  row: groupId,
  tenant,
});
const digitsOf = (taxId: string): string => taxId.replace(/\D/g, '');

/** Encrypts a tax ID for its group's row, written as 12-3456789, with the digest by which files find the group. */
export function sealTaxId(
  vault: Pick<Vault, 'seal' | 'blindIndex'>,
  tenant: string,
  groupId: string,
  taxId: string | null,
): SealedTaxId {
  const digits = digitsOf(taxId ?? '');
  if (digits === '') return { taxIdEncrypted: null, taxIdIndex: null };
  const written = digits.replace(/^(\d{2})/, '$1-');
  return {
    taxIdEncrypted: vault.seal(written, place(tenant, groupId)),
    taxIdIndex: vault.blindIndex('tax_id', digits, tenant),
  };
}

/** Opens a group's tax ID, written as 12-3456789. */
export const openTaxId = (
  vault: Pick<Vault, 'open'>,
  tenant: string,
  groupId: string,
  sealed: string | null,
): string | null => (sealed === null ? null : vault.open(sealed, place(tenant, groupId)));

/** The digests of texts that may be tax IDs; null for any other text. */
export const taxIdDigests = (
  vault: Pick<Vault, 'blindIndex'>,
  tenant: string,
  texts: readonly string[],
): (Buffer | null)[] =>
  texts.map((text) => (digitsOf(text).length === 9 ? vault.blindIndex('tax_id', digitsOf(text), tenant) : null));

/** Returns a draft's form for storage, with its tax ID encrypted. */
const draftPlace = (tenant: string, draftId: string): Place => ({
  table: 'draft_groups',
  column: 'tax_id',
  row: draftId,
  tenant,
});
type Form = Record<string, unknown>;

export function sealDraft(vault: Pick<Vault, 'seal'>, tenant: string, draftId: string, { taxId, ...form }: Form): Form {
  return typeof taxId === 'string' && taxId.trim() !== ''
    ? { ...form, taxIdEncrypted: vault.seal(taxId, draftPlace(tenant, draftId)) }
    : { ...form, taxId: '' };
}

export function openDraft(
  vault: Pick<Vault, 'open'>,
  tenant: string,
  draftId: string,
  { taxIdEncrypted: sealed, ...form }: Form,
): Form {
  return typeof sealed === 'string' ? { ...form, taxId: vault.open(sealed, draftPlace(tenant, draftId)) } : form;
}
