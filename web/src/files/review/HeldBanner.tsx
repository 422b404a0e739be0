import type { FileJob } from '@openbenefits/contract/files';
import type { StopCode } from '@openbenefits/domain/files/safety-stop';
import { IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { paths } from '../../paths.ts';
import { useUser, useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { allFileWords, fileWords } from '../file-words.ts';
import { useProfileReason } from '../partners/use-profile-reason.ts';
import { useReview } from './use-review.ts';

/** What a person can do about a stop, where its own words do not say it already. */
const CHOICES: Readonly<Partial<Record<StopCode, MessageDescriptor>>> = {
  missing_people: msg`For each member, choose Left or Sender error, or reject the file. If the sender makes a full file for each division or location, choose This sender covers only part of the group.`,
  mass_termination: msg`Leave out members who have not left and approve the others, or reject the file.`,
  fewer_records: msg`Approve it if that is right, or reject it and ask the sender for the full file.`,
  other_receiver: msg`If this receiver ID is yours, confirm it and we will remember it for this sender. Otherwise, reject the file.`,
  other_group: msg`Otherwise, use the group named in the file. The file is read again for it, and you don’t need to send it again.`,
  group_held: msg`Then approve the file, leave out what should not be applied, or reject it.`,
  already_processed: msg`Reject it, unless it should be applied again.`,
  same_interchange: msg`Reject it, unless the sender confirms its content is new.`,
  same_reference: msg`Approve it if its content is new, reject it if it is the same file, or choose This sender repeats it.`,
  older_file: msg`Reject it, unless the sender confirms it is still valid.`,
  mode_unclear: msg`Approve it if that is right, or change the sender’s profile and refresh the preview.`,
};

/** Stops that speak of another file. */
const OF_FILES: ReadonlySet<StopCode> = new Set(['already_processed', 'sets_processed', 'same_interchange']);

/** Leads to the other file that a stop speaks of. */
function OtherFile({ file }: { file: string | undefined }) {
  return (
    file && (
      <ButtonLink to={paths.fileJob(file)}>
        <Trans>See that file</Trans>
      </ButtonLink>
    )
  );
}

/** The file that had the reference, and the choice that is remembered for the sender. */
function ReferenceWays({ job, file }: { job: FileJob; file: string | undefined }) {
  const { acceptReference } = useReview(job.id);
  const mayNot = useProfileReason()(job.sender?.isOfGroup === true);
  return (
    <>
      <OtherFile file={file} />
      <Button busy={acceptReference.isPending} disabledReason={mayNot} onClick={() => acceptReference.mutate()}>
        <Trans>This sender repeats it</Trans>
      </Button>
    </>
  );
}

/** The receiver is one of ours; that is remembered for the sender. */
function ReceiverWay({ job }: { job: FileJob }) {
  const { acceptReceiver } = useReview(job.id);
  const mayNot = useProfileReason()(job.sender?.isOfGroup === true);
  return (
    <Button busy={acceptReceiver.isPending} disabledReason={mayNot} onClick={() => acceptReceiver.mutate()}>
      <Trans>This receiver ID is ours</Trans>
    </Button>
  );
}

/** The wrong group was chosen: the file goes on with the one that it names. */
function GroupWay({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const { takeNamedGroup } = useReview(job.id);
  const mayNot = useWhyNot('files.process') ?? (job.originalRemovedAt ? t`The original was removed` : undefined);
  return (
    <Button busy={takeNamedGroup.isPending} disabledReason={mayNot} onClick={() => takeNamedGroup.mutate()}>
      <Trans>Use the group in the file</Trans>
    </Button>
  );
}

/** Who is missing may stand in another file of the sender; that is remembered for it. */
function PartWay({ job }: { job: FileJob }) {
  const { acceptPart } = useReview(job.id);
  const mayNot = useProfileReason()(job.sender?.isOfGroup === true);
  return (
    <Button busy={acceptPart.isPending} disabledReason={mayNot} onClick={() => acceptPart.mutate()}>
      <Trans>This sender covers only part of the group</Trans>
    </Button>
  );
}

const useMissing = (job: FileJob) =>
  useQuery(orpc.files.missing.queryOptions({ input: { id: job.id, limit: 1 }, gcTime: 0 })).data;

/** What it would be worth if all who are undecided had left. */
function MissingCost({ job }: { job: FileJob }) {
  const data = useMissing(job);
  if (!data || data.undecided === 0) return null;
  return (
    <Trans>
      Ending all {data.undecided.toLocaleString('en-US')} would lower the bill by{' '}
      <MoneyText cents={data.undecidedMonthly} /> a month.
    </Trans>
  );
}

/** Whose turn it is where two persons approve. */
function WhoseTurn({ first }: { first: NonNullable<FileJob['secondApproval']>['first'] | undefined }) {
  if (!first) return <Trans>Leave out members who keep the coverage, then ask for the second approval.</Trans>;
  if (first.isMine)
    return (
      <Trans>
        You approved it. Another user must approve it too. A new choice or decision withdraws your approval.
      </Trans>
    );
  return (
    <Trans>
      {first.by} approved it. When you approve it too, it is applied. A new choice or decision withdraws the first
      approval.
    </Trans>
  );
}

/** Everybody who is undecided was left out by mistake. */
function SenderError({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const { decide } = useReview(job.id);
  const undecided = useMissing(job)?.undecided ?? 0;
  const mayNot = useWhyNot('files.process');
  if (undecided === 0) return null;
  return (
    <>
      <Button disabledReason={mayNot} onClick={() => setAsked(true)}>
        <Trans>Sender error…</Trans>
      </Button>
      {asked && (
        <ConfirmDialog
          opened
          title={t`The sender left them out`}
          confirmLabel={plural(undecided, { one: 'Keep # person', other: 'Keep # people' })}
          busy={decide.isPending}
          onConfirm={() => decide.mutate({ decision: 'keep' }, { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        >
          {plural(undecided, {
            one: 'The # person who is undecided keeps the coverage. The rest of the file can be approved then, or rejected.',
            other:
              'All # people who are undecided keep their coverage. The rest of the file can be approved then, or rejected.',
          })}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The next right step while somebody is undecided; what is approved afterwards is the step after it. */
function ReviewMissing({ job, onOpen }: { job: FileJob; onOpen: () => void }) {
  const data = useMissing(job);
  return (
    <ButtonLink
      variant={(data?.undecided ?? job.missing) > 0 ? 'primary' : 'default'}
      to="?show=missing"
      onClick={onOpen}
    >
      {plural(job.missing, { one: 'Review # person', other: 'Review # people' })}
    </ButtonLink>
  );
}

/** Where the people are whom a stop is about; the section takes the focus, so that a keyboard goes on from there. */
function Way({ code, file, job }: { code: StopCode; file: string | undefined; job: FileJob }) {
  const focus = () => document.querySelector<HTMLElement>('#rehearsal')?.focus();
  if (code === 'missing_people') {
    return (
      <>
        {job.sender?.holdsPart === false && <PartWay job={job} />}
        <SenderError job={job} />
        <ReviewMissing job={job} onOpen={focus} />
      </>
    );
  }
  if (code === 'other_receiver') return <ReceiverWay job={job} />;
  if (code === 'other_group') return <GroupWay job={job} />;
  if (code === 'same_reference') return <ReferenceWays job={job} file={file} />;
  if (OF_FILES.has(code)) return <OtherFile file={file} />;
  if (code === 'group_held') {
    return (
      job.group && (
        <ButtonLink to={paths.group(job.group.id)}>
          <Trans>See the group</Trans>
        </ButtonLink>
      )
    );
  }
  if (code === 'date_order' || code === 'uncovered_members') {
    return (
      <PermittedLink needs="files.process" to={paths.fileColumns(job.id)}>
        <Trans>Match columns</Trans>
      </PermittedLink>
    );
  }
  return (
    <ButtonLink to="?change=ended" onClick={focus}>
      {plural(job.ended, { one: 'Review # termination', other: 'Review # terminations' })}
    </ButtonLink>
  );
}

/** Why the file is held, the most serious reason first, and what can be done. Nothing of it has been posted. */
export function HeldBanner({ job }: { job: FileJob }) {
  const { t, i18n } = useLingui();
  // Whoever works on assigned groups is not told which one it is, and cannot give the file to it.
  const scoped = useUser()?.assignedGroupsOnly === true;
  return job.stops.map(({ code, messages, file }) => {
    const said = fileWords(messages.title);
    const choice = CHOICES[code];
    return (
      <Banner
        key={code}
        tone="waits"
        icon={IconHandStop}
        title={t`Hold: ${said}`}
        actions={
          code === 'missing_people' ||
          code === 'same_reference' ||
          code === 'other_receiver' ||
          (code === 'other_group' && !scoped) ||
          code === 'group_held' ||
          OF_FILES.has(code) ||
          code === 'mass_termination' ||
          code === 'second_approval' ||
          code === 'waived_without_day' ||
          code === 'rescission' ||
          code === 'paid_coverage' ||
          ((code === 'date_order' || code === 'uncovered_members') && job.originalRemovedAt === null) ? (
            <Way code={code} file={file} job={job} />
          ) : undefined
        }
      >
        {allFileWords(messages.text)} {code === 'missing_people' && <MissingCost job={job} />}{' '}
        {code === 'second_approval' && <WhoseTurn first={job.secondApproval?.first} />}{' '}
        {choice && !(code === 'other_group' && scoped) && i18n._(choice)}
      </Banner>
    );
  });
}
