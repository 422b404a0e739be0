import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useState, useSyncExternalStore } from 'react';
import { useBeforeUnload, useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { toastBad, toastError, toastGood } from '../../ui/toasts.ts';
import { DraftKeeper, type KeptDraft, type Snapshot } from './draft-keeper.ts';
import { readDraft } from './read-draft.ts';
import { BLANK_SETUP, fromSetup, toSetup } from './wizard-form.ts';
import { type Action, wizardOf } from './wizard-reducer.ts';

const UNTOUCHED: Snapshot = { form: toSetup(fromSetup(BLANK_SETUP)), step: 1 };
const PARAM = 'draft';

export const isUntouched = (snapshot: Snapshot): boolean => JSON.stringify(snapshot) === JSON.stringify(UNTOUCHED);

export type SetupDraft = {
  readonly keeper: DraftKeeper;
  readonly kept: KeptDraft;
  /** The draft on its way. */
  readonly loadingId: string | undefined;
  /** True while the draft in the address is loading, because it will replace the form. */
  readonly opening: boolean;
  readonly load: (id: string) => Promise<boolean>;
  readonly save: () => Promise<void>;
  readonly deleted: (id: string) => void;
};

/** What is waiting goes out before the page is put away. */
function useFlushing(keeper: DraftKeeper): void {
  useEffect(() => {
    const flush = () => void keeper.flush();
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', whenHidden);
    globalThis.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      globalThis.removeEventListener('online', flush);
      flush();
    };
  }, [keeper]);
  // Only what could not be saved is worth a warning.
  useBeforeUnload((event) => {
    if (keeper.state().status === 'failed') event.preventDefault();
  });
}

/** The draft of this form: saved automatically, named by 'Save Draft', loaded from the list or `?draft=`. */
export function useSetupDraft(snapshot: Snapshot, dispatch: Dispatch<Action>): SetupDraft {
  const { t } = useLingui();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const { mutateAsync } = useMutation(orpc.groups.drafts.save.mutationOptions());
  const [keeper] = useState(
    () =>
      new DraftKeeper(mutateAsync, UNTOUCHED, (why) =>
        toastBad(t`${why} Your version is kept as a separate draft.`, { title: t`Draft changed by a colleague` }),
      ),
  );
  const kept = useSyncExternalStore(keeper.subscribe, keeper.state);
  const [loadingId, setLoadingId] = useState<string>();
  const [failedId, setFailedId] = useState<string>();
  const wanted = params.get(PARAM);
  const opening = wanted !== null && wanted !== kept.id && wanted !== failedId;
  useFlushing(keeper);

  const text = JSON.stringify(snapshot);
  useEffect(() => {
    if (!opening) keeper.changed(JSON.parse(text) as Snapshot);
  }, [keeper, text, opening]);

  // A new draft, or a new name, shows in the list's count.
  useEffect(() => {
    if (kept.id !== undefined) void client.invalidateQueries({ queryKey: orpc.groups.drafts.list.key() });
  }, [client, kept.id, kept.named]);

  const point = (id: string | undefined) =>
    setParams(id === undefined ? {} : { [PARAM]: id }, { replace: true, preventScrollReset: true });

  const load = async (id: string): Promise<boolean> => {
    setLoadingId(id);
    try {
      await keeper.flush();
      const draft = await client.fetchQuery({
        ...orpc.groups.drafts.get.queryOptions({ input: { id } }),
        staleTime: 0,
      });
      const setup = readDraft(draft.form);
      const { form, step } = wizardOf(setup, draft.step);
      dispatch({ type: 'load', setup, step });
      keeper.adopt({ id, version: draft.version, named: !draft.autosaved }, { form: toSetup(form), step });
      point(id);
      return true;
    } catch (error) {
      setFailedId(id);
      toastError(error, t`Failed to load draft`);
      return false;
    } finally {
      setLoadingId(undefined);
    }
  };

  useEffect(() => {
    if (wanted !== null && wanted !== keeper.state().id) void load(wanted);
    // oxlint-disable-next-line react/exhaustive-deps -- only a new address asks for another draft
  }, [wanted, keeper]);

  const save = async (): Promise<void> => {
    try {
      await keeper.name(snapshot);
      toastGood(t`Draft saved successfully`);
      point(keeper.state().id);
      await client.invalidateQueries({ queryKey: orpc.groups.drafts.list.key() });
    } catch (error) {
      toastError(error, t`Failed to save draft`);
    }
  };

  const deleted = (id: string) => {
    if (id !== keeper.state().id) return;
    keeper.forget(snapshot);
    point(undefined);
  };

  return { keeper, kept, loadingId, opening, load, save, deleted };
}
