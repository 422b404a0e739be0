import { type NewMemberForm, plansByAge } from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ExplainRate } from '../ExplainRate.tsx';
import { FormPart } from '../FormPart.tsx';
import classes from './AddMember.module.css';
import { Benefits } from './Benefits.tsx';
import { DependentCard } from './DependentCard.tsx';
import { FormContext } from './form-context.ts';
import { type Ground, isFilled } from './member-form.ts';
import { familyToPrice } from './monthly-cost.ts';
import { Employment, PersonalInformation } from './PersonParts.tsx';
import { useMemberDraft } from './use-member-draft.ts';

/** Required before the button is enabled (specification 1, section 5). */
function useMissing(form: NewMemberForm, ground: Ground): string | undefined {
  const { t } = useLingui();
  const needed: [string, string][] = [
    [form.firstName, t`first name`],
    [form.lastName, t`last name`],
    [form.email, t`email`],
    ...(plansByAge(ground, form).length > 0 ? [[form.dateOfBirth, t`date of birth`] as [string, string]] : []),
    [form.ssn, t`SSN`],
    [form.billingLocation, t`billing location`],
    [form.class, t`class`],
    [form.plans.medical.selected, t`medical plan`],
  ];
  const missing = needed.filter(([value]) => value.trim() === '').map(([, label]) => label);
  return missing.length === 0 ? undefined : t`Still needed: ${missing.join(', ')}`;
}

/** Long enough that typing a name asks once. */
const PRICE_AFTER_MS = 250;

/** What the form's family costs, as the server prices it; a change of the form asks again after a moment. */
function MonthlyTotal({ form, groupId }: { form: NewMemberForm; groupId: string }) {
  const [family] = useDebouncedValue(JSON.stringify(familyToPrice(form)), PRICE_AFTER_MS);
  const { data: rate } = useQuery(
    orpc.members.price.queryOptions({
      input: { groupId, salary: null, ...(JSON.parse(family) as ReturnType<typeof familyToPrice>) },
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
      gcTime: 0,
    }),
  );
  if (!rate || rate.prices.length === 0) return null;
  if (rate.total === null)
    return (
      <span className={classes.total}>
        {rate.prices.every(({ held }) => held?.code === 'varies') ? (
          <Trans>The monthly premium varies with the allowance</Trans>
        ) : (
          <Trans>The monthly premium is held</Trans>
        )}
        <ExplainRate rate={rate} />
      </span>
    );
  return (
    <span className={classes.total}>
      <span>
        <Trans>Monthly total</Trans>{' '}
        <b>
          <MoneyText cents={rate.total} />
        </b>
      </span>
      <ExplainRate rate={rate} />
    </span>
  );
}

type Asking = { kind: 'discard' } | { kind: 'trim'; count: number } | { kind: 'remove'; index: number };
type Context = ReturnType<typeof useMemberDraft>['context'];
type Props = {
  title: string;
  groupId: string;
  ground: Ground;
  onClose: () => void;
  onAdded: (member: { id: string; name: string }) => void;
};

function Dependents({ form, onRemove }: { form: NewMemberForm; onRemove: (index: number) => void }) {
  const { t } = useLingui();
  if (form.dependentDetails.length === 0) return null;
  return (
    <FormPart
      title={t`Dependents`}
      note={t`Dependents have the subscriber's plan on each coverage line. Their coverage starts no earlier than the subscriber's.`}
    >
      {form.dependentDetails.map((dependent, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no identity before they are stored, and hold no state of their own
        <DependentCard key={index} index={index} dependent={dependent} onRemove={() => onRemove(index)} />
      ))}
    </FormPart>
  );
}

function HipaaNotice() {
  return (
    <p className={classes.hipaa}>
      <Icon of={IconShieldCheck} size={14} />
      <span>
        <b>
          <Trans>HIPAA Notice:</Trans>
        </b>{' '}
        <Trans>Member information is protected. Access is logged and monitored.</Trans>
      </span>
    </p>
  );
}

type DiscardProps = { isWhole: boolean; onConfirm: () => void; onCancel: () => void };

/** Confirms that entries are lost: the whole member, or some dependents. */
function DiscardDialog({ isWhole, onConfirm, onCancel }: DiscardProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      opened
      title={isWhole ? t`Discard this member` : t`Remove dependents`}
      confirmLabel={isWhole ? t`Discard member` : t`Remove dependents`}
      destructive
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {isWhole ? (
        <Trans>Your entries will be lost.</Trans>
      ) : (
        <Trans>The entries for the removed dependents will be lost.</Trans>
      )}
    </ConfirmDialog>
  );
}

/** Asks before entries are lost: when the form closes, or when filled dependents are removed. */
function useAsking({ dispatch }: Context, form: NewMemberForm, onClose: () => void) {
  const [asking, setAsking] = useState<Asking>();
  const changeCount = (count: number) => {
    if (form.dependentDetails.slice(count).some(isFilled)) setAsking({ kind: 'trim', count });
    else dispatch({ type: 'count', count });
  };
  const remove = (index: number) => {
    const dependent = form.dependentDetails[index];
    if (dependent && isFilled(dependent)) setAsking({ kind: 'remove', index });
    else dispatch({ type: 'remove', index });
  };
  const confirm = () => {
    if (asking?.kind === 'discard') onClose();
    if (asking?.kind === 'trim') dispatch({ type: 'count', count: asking.count });
    if (asking?.kind === 'remove') dispatch({ type: 'remove', index: asking.index });
    setAsking(undefined);
  };
  return { asking, setAsking, changeCount, remove, confirm };
}

export function AddMemberForm({ title, groupId, ground, onClose, onAdded }: Props) {
  const { context, form: draft, needsReason } = useMemberDraft({ groupId, ground, onAdded });
  const form = draft.values;
  const { asking, setAsking, changeCount, remove, confirm } = useAsking(context, form, onClose);
  const missing = useMissing(form, ground);
  const submit = () => {
    if (missing === undefined && ground.closedReason === null) draft.submit();
  };
  const close = () => {
    if (asking !== undefined || draft.busy) return;
    if (draft.isDirty) setAsking({ kind: 'discard' });
    else onClose();
  };
  return (
    <>
      <Dialog
        opened
        onClose={close}
        title={title}
        size={880}
        footerNote={<MonthlyTotal form={form} groupId={groupId} />}
        footer={
          <>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="primary"
              type="submit"
              form="add-member"
              busy={draft.busy}
              disabledReason={ground.closedReason ?? missing}
            >
              <Trans>Add Member</Trans>
            </Button>
          </>
        }
      >
        <FormContext value={context}>
          <form
            id="add-member"
            noValidate
            autoComplete="off"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            {draft.problem && (
              <div className={classes.failure}>
                <Banner role="alert" tone="bad" title={draft.problem.message} />
              </div>
            )}
            <PersonalInformation />
            <Employment />
            <Benefits onCount={changeCount} needsReason={needsReason} />
            <Dependents form={form} onRemove={remove} />
            <HipaaNotice />
          </form>
        </FormContext>
      </Dialog>
      {asking && (
        <DiscardDialog isWhole={asking.kind === 'discard'} onConfirm={confirm} onCancel={() => setAsking(undefined)} />
      )}
    </>
  );
}
