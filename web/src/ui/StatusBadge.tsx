import type { ShownJobStatus } from '@openbenefits/domain/files/job-status';
import { GROUP_STATUS_LABEL, MEMBER_STATUS_LABEL, SHOWN_JOB_STATUS_LABEL } from '../domain-labels.ts';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import classes from './StatusBadge.module.css';
import { type Sign, StatusSign } from './StatusSign.tsx';

type Tone = 'ok' | 'pending' | 'review' | 'bad' | 'end' | 'busy' | 'idle';

type Form = { readonly tone: Tone; readonly sign: Sign };

const OK: Form = { tone: 'ok', sign: 'dot' };
const PENDING: Form = { tone: 'pending', sign: 'half' };
const REVIEW: Form = { tone: 'review', sign: 'eye' };
const PAUSED: Form = { tone: 'bad', sign: 'pause' };
const FAILED: Form = { tone: 'bad', sign: 'alert' };
const ENDED: Form = { tone: 'end', sign: 'stop' };
const BUSY: Form = { tone: 'busy', sign: 'clock' };
const IDLE: Form = { tone: 'idle', sign: 'circle' };

const GROUP_FORM: Readonly<Record<GroupStatus, Form>> = {
  active: OK,
  pending: REVIEW,
  under_review: REVIEW,
  suspended: PAUSED,
  terminated: ENDED,
  inactive: ENDED,
};

const MEMBER_FORM: Readonly<Record<MemberStatus, Form>> = {
  active: OK,
  pending: PENDING,
  leave_of_absence: IDLE,
  pending_termination: PENDING,
  suspended: PAUSED,
  terminated: ENDED,
  inactive: ENDED,
};

const JOB_FORM: Readonly<Record<ShownJobStatus, Form>> = {
  queued: IDLE,
  processing: BUSY,
  held: REVIEW,
  paused: PAUSED,
  error: FAILED,
  completed: OK,
  nothing_posted: IDLE,
  rejected: ENDED,
  removed: IDLE,
};

/** The general badge, for statuses outside groups, members and files. */
export function StatusBadge({ tone, sign, children }: Form & { children: React.ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <StatusSign sign={sign} />
      {children}
    </span>
  );
}

export function GroupStatusBadge({ status }: { status: GroupStatus }) {
  return <StatusBadge {...GROUP_FORM[status]}>{GROUP_STATUS_LABEL[status]}</StatusBadge>;
}

/** `short`: 'LOA' where the column is narrow. */
export function MemberStatusBadge({ status, short = false }: { status: MemberStatus; short?: boolean }) {
  return (
    <StatusBadge {...MEMBER_FORM[status]}>
      {short && status === 'leave_of_absence' ? (
        <abbr title={MEMBER_STATUS_LABEL[status]}>LOA</abbr>
      ) : (
        MEMBER_STATUS_LABEL[status]
      )}
    </StatusBadge>
  );
}

export function JobStatusBadge({ status }: { status: ShownJobStatus }) {
  return <StatusBadge {...JOB_FORM[status]}>{SHOWN_JOB_STATUS_LABEL[status]}</StatusBadge>;
}
