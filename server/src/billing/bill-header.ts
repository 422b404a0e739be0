import type { BillHeader } from '@openbenefits/domain/billing/bill-document';
import { PAYMENT_METHOD_LABEL, type PaymentMethod } from '@openbenefits/domain/groups/group-terms';
import type { Tx } from '../db/connect.ts';
import { organizationProfile } from '../organization-profile.ts';
import { openTaxId } from '../tax-ids.ts';
import type { Vault } from '../vault.ts';

const lines = (...parts: (string | null)[]): string[] =>
  parts.filter((part): part is string => part !== null && part !== '');
const cityLine = (city: string, state: string, zip: string): string =>
  [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export type BilledGroup = {
  readonly id: string;
  readonly billingMethod: 'list_bill' | 'self_bill';
  readonly invoiceDay: number;
  readonly dueDay: number;
  readonly header: BillHeader;
};

/** Reads what bills say of their groups and of who issues them, as of now. */
export async function billedGroups(
  { tx, vault, tenantId }: { tx: Tx; vault: Vault; tenantId: string },
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, BilledGroup>> {
  const groups = await tx
    .selectFrom('groups')
    .select([
      'id',
      'billingMethod',
      'invoiceDay',
      'dueDay',
      'companyName',
      'cimNumber',
      'taxIdEncrypted',
      'addressLine1',
      'addressLine2',
      'city',
      'stateProvince',
      'zipPostalCode',
      'contactName',
      'contactEmail',
      'contactPhone',
      'paymentMethod',
      'gracePeriodDays',
    ])
    .where('id', 'in', [...groupIds])
    .execute();
  const issuer = await organizationProfile(tx);
  const remit = lines(
    issuer.remitName || issuer.legalName || issuer.name,
    issuer.remitLine1 || issuer.addressLine1,
    issuer.remitLine1 ? issuer.remitLine2 : issuer.addressLine2,
    issuer.remitLine1
      ? cityLine(issuer.remitCity, issuer.remitState, issuer.remitZipCode)
      : cityLine(issuer.city, issuer.state, issuer.zipCode),
  );
  const billed = groups.map((group): [string, BilledGroup] => [
    group.id,
    {
      id: group.id,
      billingMethod: group.billingMethod as BilledGroup['billingMethod'],
      invoiceDay: group.invoiceDay,
      dueDay: group.dueDay,
      header: {
        groupName: group.companyName,
        cim: group.cimNumber,
        taxIdLast4: openTaxId(vault, tenantId, group.id, group.taxIdEncrypted)?.slice(-4) ?? null,
        address: lines(
          group.addressLine1,
          group.addressLine2,
          cityLine(group.city, group.stateProvince, group.zipPostalCode),
        ),
        contactName: group.contactName,
        contactEmail: group.contactEmail,
        contactPhone: group.contactPhone,
        issuerName: issuer.legalName || issuer.name,
        remitTo: remit,
        issuerPhone: issuer.phone || null,
        issuerEmail: issuer.email || null,
        paymentMethod: PAYMENT_METHOD_LABEL[group.paymentMethod as PaymentMethod],
        gracePeriodDays: group.gracePeriodDays,
      },
    },
  ]);
  return new Map(billed);
}
