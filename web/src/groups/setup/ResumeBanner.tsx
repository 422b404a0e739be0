import { Trans, useLingui } from '@lingui/react/macro';
import { LAST_STEP } from '@openbenefits/domain/groups/group-setup';
import { useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastGood } from '../../ui/toasts.ts';
import type { Snapshot } from './draft-keeper.ts';
import type { DraftRow } from '@openbenefits/contract/groups';
import { isUntouched, type SetupDraft } from './setup-draft.ts';

/** The declined offer, so that it is not repeated. Only its ID: no form data stays in the browser. */
const DECLINED = 'group-setup-declined';

function declined(): string | null {
  try {
    return localStorage.getItem(DECLINED);
  } catch {
    return null;
  }
}

function decline(id: string): void {
  try {
    localStorage.setItem(DECLINED, id);
  } catch {
    // Without storage the offer is made again next time.
  }
}

/** Offers the unnamed form after a reload, a sign-out or a crash. */
export function Resume({
  drafts,
  draft,
  snapshot,
}: {
  drafts: readonly DraftRow[] | undefined;
  draft: SetupDraft;
  snapshot: Snapshot;
}) {
  const { t } = useLingui();
  const [gone, setGone] = useState(false);
  // Unnamed drafts in the list are one's own; the list is newest first.
  const newest = drafts?.find(({ autosaved }) => autosaved);
  if (
    !newest ||
    gone ||
    draft.opening ||
    draft.kept.id !== undefined ||
    !isUntouched(snapshot) ||
    declined() === newest.id
  )
    return null;
  const { name, step } = newest;
  return (
    <Banner
      title={t`Continue where you left off`}
      actions={
        <>
          <Button
            onClick={() => {
              decline(newest.id);
              setGone(true);
            }}
          >
            <Trans>Start fresh</Trans>
          </Button>
          <Button
            busy={draft.loadingId === newest.id}
            onClick={() =>
              void draft.load(newest.id).then((loaded) => {
                if (loaded) toastGood(t`Draft loaded successfully`);
              })
            }
          >
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        {name}, step {step} of {LAST_STEP}, saved <TimeAgo instant={newest.updatedAt} />. You can also open it later
        with Load Draft.
      </Trans>
    </Banner>
  );
}
