import { useLingui } from '@lingui/react/macro';
import { calendarDateOf, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer } from 'react';
import { orpc } from '../../api.ts';
import { problemOf } from '../../errors.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { useSharedTaxId } from '../fields/use-shared-tax-id.ts';
import { useCreateGroup } from './create-group.ts';
import { demoSetup } from './demo-setup.ts';
import { useSetupDraft } from './setup-draft.ts';
import { firstProblem, focusField, focusStep, problemsByStep, refusedFields, stepOfPath } from './setup-problems.ts';
import { toSetup } from './wizard-form.ts';
import { wizardOf, wizardReducer } from './wizard-reducer.ts';

const today = () => {
  const now = new Date();
  return calendarDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
};

/** Shows a failed load once, with the specified message. */
function useLoadToast(error: unknown, failedAt: number, words: string): void {
  useEffect(() => {
    if (failedAt > 0) toastError(error, words);
    // oxlint-disable-next-line react/exhaustive-deps -- once per failure, whatever else changes
  }, [failedAt]);
}

/** The wizard's state: entries, plans, drafts, and the problems of each step. */
export function useSetupWizard() {
  const { t } = useLingui();
  const [wizard, dispatch] = useReducer(wizardReducer, undefined, () => wizardOf());
  const { form, step, refused } = wizard;
  const setup = useMemo(() => toSetup(form), [form]);

  const on = parseCalendarDate(setup.effectiveDate);
  const plans = useQuery(
    orpc.plans.offered.queryOptions({ input: on ? { on } : {}, placeholderData: keepPreviousData }),
  );
  const drafts = useQuery(orpc.groups.drafts.list.queryOptions());
  useLoadToast(plans.error, plans.isError ? plans.errorUpdatedAt : 0, t`Failed to load benefit plans`);
  useLoadToast(drafts.error, drafts.isError ? drafts.errorUpdatedAt : 0, t`Failed to load saved drafts`);

  const sharedTaxId = useSharedTaxId(setup.taxId);
  const planIds = useMemo(() => plans.data && new Set(plans.data.map(({ id }) => id)), [plans.data]);
  const problems = problemsByStep(setup, refused, planIds, sharedTaxId.problemsOf(wizard.sharedTaxIdReason));
  const draft = useSetupDraft({ form: setup, step }, dispatch);
  return { wizard, dispatch, setup, plans, drafts, sharedTaxId, problems, draft };
}

export type SetupWizard = ReturnType<typeof useSetupWizard>;
type Message = (message: string | undefined) => void;

/** Creates the group; what the server refuses is shown at its step. */
function useCreation({ wizard, dispatch, draft }: SetupWizard, setMessage: Message) {
  const { step } = wizard;
  return useCreateGroup(draft.keeper, (error) => {
    const { message: words, fields } = problemOf(error);
    const found = refusedFields(fields);
    const placed = found.filter(({ path }) => stepOfPath(path) !== undefined);
    setMessage(words);
    const [first] = placed;
    if (!first) return;
    dispatch({
      type: 'showProblems',
      step: stepOfPath(first.path) ?? step,
      steps: placed.map(({ path }) => stepOfPath(path) ?? step),
      refused: placed,
    });
    focusField(first.path);
  });
}

/** Moves between steps, fills in the demo, and creates the group if nothing is wrong. */
export function useSetupActions(state: SetupWizard, setMessage: Message) {
  const { t } = useLingui();
  const { wizard, dispatch, setup, plans, sharedTaxId, problems } = state;
  const { step } = wizard;
  const { busy, create } = useCreation(state, setMessage);

  const goTo = (to: number, path?: string) => {
    // Forward only as far as all before is valid; back freely.
    const stuck = firstProblem(problems.slice(step - 1, to - 1));
    setMessage(undefined);
    if (stuck) {
      const at = step + stuck.index;
      dispatch({ type: 'showProblems', step: at, steps: [at] });
      focusField(stuck.path);
      return;
    }
    dispatch({ type: 'goTo', step: to });
    if (path === undefined) focusStep();
    else focusField(path);
  };
  const submit = () => {
    setMessage(undefined);
    const stuck = firstProblem(problems);
    if (!stuck) {
      void create(setup, sharedTaxId.others.length > 0 ? wizard.sharedTaxIdReason : '');
      return;
    }
    dispatch({
      type: 'showProblems',
      step: stuck.index + 1,
      steps: problems.flatMap((list, index) => (list.length > 0 ? [index + 1] : [])),
    });
    focusField(stuck.path);
  };
  const fillDemo = async () => {
    const offered = plans.data ?? (await plans.refetch()).data ?? [];
    const date = today();
    if (!date) return;
    dispatch({ type: 'demo', setup: demoSetup(offered, date) });
    setMessage(undefined);
    toastGood(t`Demo Data Filled`);
  };
  return { busy, goTo, submit, fillDemo };
}
