import type { GroupDetail } from '@openbenefits/contract/groups';
import { problemsOfClass, problemsOfLocation } from '@openbenefits/domain/groups/group-places';
import type { Problem as DomainProblem } from '@openbenefits/domain/refusal';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldGrid, Select, TextInput, WholeRow } from '../../ui/Fields.tsx';
import { focusInvalid } from '../../ui/focus-return.ts';
import { toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { refreshGroup } from './refresh-group.ts';
import { useSeenVersion } from './use-seen-version.ts';
import { SaveProblem } from './SaveProblem.tsx';

type Location = GroupDetail['locations'][number];
type GroupClass = GroupDetail['classes'][number];

/**
 * Saves a small form: rules of domain on submit, refusals at their fields, the rest as a line. Generic over what it
 * sends.
 */
function usePlaceForm<Values extends object>(
  group: GroupDetail,
  first: Values,
  problemsOf: (values: Values) => DomainProblem[],
  send: (values: Values, about: { id: string; version: number; idempotencyKey: string }) => Promise<unknown>,
  onSaved: () => void,
) {
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const [values, setValues] = useState(first);
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: () => send(values, { id: group.id, version, idempotencyKey: keys.keyFor({ values, version }) }),
    onSuccess: async () => {
      keys.settle();
      await refreshGroup();
      onSaved();
    },
    onError,
  });
  const problem = save.error ? problemOf(save.error) : undefined;
  const local = asked ? problemsOf(values) : [];
  const errorAt = (path: string): string | undefined => {
    const own = local.find((one) => one.path === path)?.message;
    return own ? words(own) : problem?.fields.get(path);
  };
  const submit = () => {
    setAsked(true);
    if (problemsOf(values).length === 0) save.mutate();
    else focusInvalid();
  };
  return {
    values,
    set: (change: Partial<Values>) => setValues((before) => ({ ...before, ...change })),
    errorAt,
    submit,
    busy: save.isPending,
    problem: problem && problem.fields.size === 0 ? problem : undefined,
  };
}

function PlaceDialog({
  title,
  onClose,
  form,
  saveLabel,
  children,
}: {
  title: string;
  onClose: () => void;
  form: { submit: () => void; busy: boolean; problem: ReturnType<typeof problemOf> | undefined };
  saveLabel: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      closeOnOverlayClick={false}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {children}
        <SaveProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}

export function LocationDialog({
  group,
  location,
  onClose,
}: {
  group: GroupDetail;
  location: Location | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const others = group.locations.filter(({ id }) => id !== location?.id).map(({ name }) => name);
  const first = {
    name: location?.name ?? '',
    addressLine1: location?.address1 ?? '',
    addressLine2: location?.address2 ?? '',
    city: location?.city ?? '',
    state: location?.state ?? '',
    zipCode: location?.zip ?? '',
  };
  const form = usePlaceForm(
    group,
    first,
    (values) => problemsOfLocation(values, others),
    (values, about) => api.groups.locations.save({ ...values, ...about, ...(location && { locationId: location.id }) }),
    () => {
      toastGood(t`Billing location saved`);
      onClose();
    },
  );
  const text = (path: keyof typeof first, label: string, required = true) => (
    <TextInput
      label={label}
      required={required}
      value={form.values[path]}
      onChange={(value) => form.set({ [path]: value })}
      error={form.errorAt(path)}
      spellCheck={false}
      {...(path === 'state' && { maxLength: 2 })}
    />
  );
  const name = location?.name ?? '';
  return (
    <PlaceDialog
      title={location ? t`Edit ${name}` : t`Add Location`}
      onClose={onClose}
      form={form}
      saveLabel={t`Save Location`}
    >
      <FieldGrid columns={3}>
        <WholeRow>{text('name', t`Location Name`)}</WholeRow>
        <WholeRow>{text('addressLine1', t`Street Address`)}</WholeRow>
        <WholeRow>{text('addressLine2', t`Address Line 2`, false)}</WholeRow>
        {text('city', t`City`)}
        {text('state', t`State`)}
        {text('zipCode', t`ZIP Code`)}
      </FieldGrid>
    </PlaceDialog>
  );
}

export function ClassDialog({
  group,
  one,
  onClose,
}: {
  group: GroupDetail;
  one: GroupClass | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const others = group.classes.filter(({ id }) => id !== one?.id).map(({ name }) => name);
  const places = group.locations.map(({ id }) => id);
  const form = usePlaceForm(
    group,
    { name: one?.name ?? '', locationId: one?.locationId ?? group.locations[0]?.id ?? '' },
    (values) => problemsOfClass(values, others, places),
    (values, about) => api.groups.classes.save({ ...values, ...about, ...(one && { classId: one.id }) }),
    () => {
      toastGood(t`Class saved`);
      onClose();
    },
  );
  const name = one?.name ?? '';
  return (
    <PlaceDialog title={one ? t`Edit ${name}` : t`Add Class`} onClose={onClose} form={form} saveLabel={t`Save Class`}>
      <FieldGrid>
        <TextInput
          label={t`Class Name`}
          required
          value={form.values.name}
          onChange={(value) => form.set({ name: value })}
          error={form.errorAt('name')}
        />
        <Select
          label={t`Billing Location`}
          required
          value={form.values.locationId}
          choices={group.locations.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(locationId) => form.set({ locationId })}
          error={form.errorAt('locationId')}
        />
      </FieldGrid>
    </PlaceDialog>
  );
}

/** Asks before a location or a class is taken out of use. */
export function RemovePlaceDialog({
  group,
  place,
  onClose,
}: {
  group: GroupDetail;
  place: { kind: 'location' | 'class'; id: string; name: string };
  onClose: () => void;
}) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const remove = useMutation({
    mutationFn: () => {
      const { id } = group;
      const idempotencyKey = keys.keyFor({ id, version, place: place.id });
      return place.kind === 'location'
        ? api.groups.locations.remove({ id, version, locationId: place.id, idempotencyKey })
        : api.groups.classes.remove({ id, version, classId: place.id, idempotencyKey });
    },
    onSuccess: async () => {
      keys.settle();
      await refreshGroup();
      toastGood(t`${place.name} is removed`);
      onClose();
    },
    onError,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Remove ${place.name}`}
      confirmLabel={t`Remove`}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {place.kind === 'location' ? (
        <Trans>
          Nothing new can be billed there, and no plan is offered there any more. People who have left keep it in their
          record.
        </Trans>
      ) : (
        <Trans>
          Nobody can be put into it any more, and no plan is offered to it. People who have left keep it in their
          record.
        </Trans>
      )}
    </ConfirmDialog>
  );
}
