import type { GroupDetail } from '@openbenefits/contract/groups';
import { changedFields, problemsOfGroupEdit } from '@openbenefits/domain/groups/group-edit';
import type { GroupField, GroupForm } from '@openbenefits/domain/groups/group-fields';
import type { EditConflict } from '@openbenefits/domain/refusal';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import type { FieldBinding } from '../../ui/form/field.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { toastGood } from '../../ui/toasts.ts';
import { useSharedTaxId } from '../fields/use-shared-tax-id.ts';
import { formOfGroup, pick } from './group-form.ts';
import { refreshGroup } from './refresh-group.ts';

/** The fields of the group, and why it has a tax ID that another group has. */
type Entries = GroupForm & { readonly sharedTaxIdReason: string };
type EditInput = Parameters<typeof api.groups.edit>[0];

/** The values that editing started from, which the server compares with the current ones. */
type Base = { readonly form: GroupForm; readonly version: number };

const baseOf = (group: GroupDetail): Base => ({ form: formOfGroup(group), version: group.version });

/** Saves changed fields of a group and reports other changes that the server merged. */
function useSend(groupId: string, onSaved: () => void) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  return async (from: Base, { sharedTaxIdReason, ...values }: Entries): Promise<void> => {
    const fields = changedFields(from.form, values);
    // The choices of the form are the contract's own.
    const input = {
      id: groupId,
      version: from.version,
      changes: pick(values, fields),
      seen: pick(from.form, fields),
      ...(sharedTaxIdReason.trim() !== '' && { sharedTaxIdReason }),
    } as EditInput;
    const { merged } = await api.groups.edit({ ...input, idempotencyKey: keys.keyFor(input) });
    keys.settle();
    await refreshGroup();
    const by = merged?.by ?? '';
    toastGood(
      t`Group saved`,
      merged ? t`${by} changed other fields in the meantime. Both changes are kept.` : undefined,
    );
    onSaved();
  };
}

/**
 * A form for fields of a group. Only changed fields are sent. A field that another user changed since returns as a
 * conflict; their other changes are kept. Entries stay until saved or discarded.
 */
export function useGroupForm(group: GroupDetail, onSaved: () => void) {
  const client = useQueryClient();
  const [base, setBase] = useState<Base>(() => baseOf(group));
  const [conflicts, setConflicts] = useState<readonly EditConflict[]>([]);

  const [taxId, setTaxId] = useState('');
  const shared = useSharedTaxId(taxId, group.id);

  const send = useSend(group.id, onSaved);
  const form = useForm<Entries>({
    initial: { ...base.form, sharedTaxIdReason: '' },
    problemsOf: (values) => [...problemsOfGroupEdit(values, base.form), ...shared.problemsOf(values.sharedTaxIdReason)],
    send: (values) => send(base, values),
    sentAs: 'changes',
    onRefused: ({ conflicts: found }) => {
      if (!found || found.length === 0) return false;
      setConflicts(found);
      return true;
    },
  });
  const changed = changedFields(base.form, form.values);

  // As long as nothing is entered, the form follows what others save.
  if (changed.length === 0 && group.version > base.version && !form.busy) {
    const fresh = baseOf(group);
    setBase(fresh);
    form.rebase({ ...fresh.form, sharedTaxIdReason: '' });
  }

  const field = <Name extends GroupField>(name: Name): FieldBinding<GroupForm[Name]> => {
    // A field of the group has the same value among the entries.
    const own = form.field(name) as unknown as FieldBinding<GroupForm[Name]>;
    if (name !== 'taxId') return own;
    // An empty tax ID is the one on record.
    return {
      ...own,
      onChange: (value) => {
        setTaxId(String(value));
        own.onChange(value === '' ? base.form[name] : value);
      },
    };
  };

  /**
   * Resolves the conflicts: the other user's value if chosen, otherwise one's own; then saves over the current values.
   */
  const resolve = async (theirs: ReadonlySet<string>): Promise<void> => {
    const fresh = baseOf(
      await client.fetchQuery({ ...orpc.groups.get.queryOptions({ input: { id: group.id } }), staleTime: 0 }),
    );
    const mine = changed.filter((name) => !theirs.has(name));
    const { sharedTaxIdReason } = form.values;
    const values = { ...fresh.form, ...pick(form.values, mine), sharedTaxIdReason };
    setBase(fresh);
    form.rebase({ ...fresh.form, sharedTaxIdReason: '' }, values);
    setConflicts([]);
    if (changedFields(fresh.form, values).length > 0) await form.save(values, (sent) => send(fresh, sent));
    else onSaved();
  };

  return {
    values: form.values,
    base: base.form,
    field,
    changed,
    isDirty: changed.length > 0,
    busy: form.busy,
    problem: form.formProblem,
    sharedTaxId: { others: shared.others, reason: form.field('sharedTaxIdReason') },
    submit: () => {
      if (changed.length > 0) form.submit();
    },
    conflicts,
    resolve,
    dismiss: () => setConflicts([]),
  };
}

export type GroupFormState = ReturnType<typeof useGroupForm>;
