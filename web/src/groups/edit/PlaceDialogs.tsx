import type { GroupDetail } from '@openbenefits/contract/groups';
import { problemsOfClass, problemsOfLocation } from '@openbenefits/domain/groups/group-places';
import type { Problem as DomainProblem } from '@openbenefits/domain/refusal';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { api } from '../../api.ts';
import type { Problem } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { AddressFields } from '../../ui/form/AddressFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toastGood } from '../../ui/toasts.ts';
import { refreshGroup } from './refresh-group.ts';
import { useSeenVersion } from './use-seen-version.ts';
import { SaveProblem } from './SaveProblem.tsx';

type Location = GroupDetail['locations'][number];
type GroupClass = GroupDetail['classes'][number];

/**
 * Saves a small form: domain rules on submit, server errors at their fields, others as a message. Generic over its
 * values.
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
  return useForm<Values>({
    initial: first,
    problemsOf,
    send: async (values) => {
      try {
        await send(values, { id: group.id, version, idempotencyKey: keys.keyFor({ values, version }) });
      } catch (error) {
        await onError(error);
        throw error;
      }
      keys.settle();
      await refreshGroup();
      onSaved();
    },
  });
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
  form: { submit: () => void; busy: boolean; formProblem: Problem | undefined };
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
        <SaveProblem problem={form.formProblem} />
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
    addressLine1: location?.addressLine1 ?? '',
    addressLine2: location?.addressLine2 ?? '',
    city: location?.city ?? '',
    state: location?.state ?? '',
    zipCode: location?.zipCode ?? '',
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
  const name = location?.name ?? '';
  return (
    <PlaceDialog
      title={location ? t`Edit ${name}` : t`Add Location`}
      onClose={onClose}
      form={form}
      saveLabel={t`Save Location`}
    >
      <FieldGrid columns={3}>
        <WholeRow>
          <TextField field={form.field('name')} label={t`Location Name`} required />
        </WholeRow>
        <AddressFields fieldAt={form.field} firstLabel={t`Street Address`} required />
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
        <TextField field={form.field('name')} label={t`Class Name`} required />
        <SelectField
          field={form.field('locationId')}
          label={t`Billing Location`}
          required
          choices={group.locations.map(({ id, name: label }) => ({ value: id, label }))}
        />
      </FieldGrid>
    </PlaceDialog>
  );
}

/** Confirms before a location or class is removed from use. */
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
      toastGood(t`${place.name} removed`);
      onClose();
    },
    onError,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Remove ${place.name}`}
      confirmLabel={place.kind === 'location' ? t`Remove location` : t`Remove class`}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {place.kind === 'location' ? (
        <Trans>
          Nothing new is billed to this location, and no plans are offered there. Terminated members keep it in their
          records.
        </Trans>
      ) : (
        <Trans>
          No members can be assigned to this class, and no plans are offered to it. Terminated members keep it in their
          records.
        </Trans>
      )}
    </ConfirmDialog>
  );
}
