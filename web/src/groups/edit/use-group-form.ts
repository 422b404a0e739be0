import type { GroupDetail } from '@openbenefits/contract/groups';
import {
  changedFields,
  type GroupField,
  type GroupForm,
  problemsOfGroupEdit,
} from '@openbenefits/domain/groups/group-edit';
import type { EditConflict } from '@openbenefits/domain/refusal';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { type Problem, problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { focusFirst, formOfGroup, pick } from './group-form.ts';
import { refreshGroup } from './refresh-group.ts';

type EditInput = Parameters<typeof api.groups.edit>[0];

/** What the editor began with, which the server compares with what the group is by then. */
type Base = { readonly form: GroupForm; readonly version: number };

const baseOf = (group: GroupDetail): Base => ({ form: formOfGroup(group), version: group.version });

/**
 * A form over fields of a group. Only what differs is sent; a field that somebody else has changed since comes back as
 * a conflict to decide, what they did elsewhere is kept. What was typed stays until it is saved or given up.
 */
export function useGroupForm(group: GroupDetail, onSaved: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const keys = useIdempotencyKey();
  const [base, setBase] = useState<Base>(() => baseOf(group));
  const [values, setValues] = useState(base.form);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [conflicts, setConflicts] = useState<readonly EditConflict[]>([]);
  const [problem, setProblem] = useState<Problem>();

  const changed = changedFields(base.form, values);
  const broken = asked ? problemsOfGroupEdit(values, base.form) : [];
  const errors = new Map([...refused, ...broken.map(({ path, message }) => [path, words(message)] as const)]);

  const save = useMutation({
    mutationFn: ({ from, form }: { from: Base; form: GroupForm }) => {
      const fields = changedFields(from.form, form);
      // The choices of the form are the contract's own.
      const input = {
        id: group.id,
        version: from.version,
        changes: pick(form, fields),
        seen: pick(from.form, fields),
      } as EditInput;
      return api.groups.edit({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onMutate: () => setProblem(undefined),
    onSuccess: async ({ merged }) => {
      keys.settle();
      await refreshGroup();
      const by = merged?.by ?? '';
      toastGood(t`Group saved`, merged ? t`${by} changed other fields meanwhile. Both changes are kept.` : undefined);
      onSaved();
    },
    onError: async (error) => {
      const found = problemOf(error);
      if (found.conflicts && found.conflicts.length > 0) {
        setConflicts(found.conflicts);
        return;
      }
      const fields = new Map([...found.fields].map(([path, message]) => [path.replace(/^changes\./, ''), message]));
      setRefused(fields);
      if (fields.size > 0) focusFirst(fields.keys());
      else setProblem(found);
    },
  });

  // As long as nothing is entered, the form follows what others save.
  if (changed.length === 0 && group.version > base.version && !save.isPending) {
    const fresh = baseOf(group);
    setBase(fresh);
    setValues(fresh.form);
  }

  const set = <Field extends GroupField>(field: Field, value: GroupForm[Field]) => {
    // An empty tax ID is the one on record.
    setValues((before) => ({ ...before, [field]: field === 'taxId' && value === '' ? base.form.taxId : value }));
    if (refused.has(field)) setRefused(new Map([...refused].filter(([path]) => path !== field)));
  };

  const submit = (): void => {
    setAsked(true);
    const problems = problemsOfGroupEdit(values, base.form);
    if (problems.length > 0) focusFirst(problems.map(({ path }) => path));
    else if (changed.length > 0) save.mutate({ from: base, form: values });
  };

  /** Decides the conflicts: theirs where named, one's own elsewhere; then saves over what the group has become. */
  const resolve = async (theirs: ReadonlySet<string>): Promise<void> => {
    const fresh = baseOf(
      await client.fetchQuery({ ...orpc.groups.get.queryOptions({ input: { id: group.id } }), staleTime: 0 }),
    );
    const mine = changed.filter((field) => !theirs.has(field));
    const form = { ...fresh.form, ...pick(values, mine) };
    setBase(fresh);
    setValues(form);
    setConflicts([]);
    if (changedFields(fresh.form, form).length > 0) save.mutate({ from: fresh, form });
    else onSaved();
  };

  return {
    values,
    base: base.form,
    set,
    errors,
    changed,
    dirty: changed.length > 0,
    busy: save.isPending,
    problem,
    submit,
    conflicts,
    resolve,
    dismiss: () => setConflicts([]),
  };
}

export type GroupFormState = ReturnType<typeof useGroupForm>;
