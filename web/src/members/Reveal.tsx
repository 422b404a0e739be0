import type { ProtectedField } from '@openbenefits/contract/member-changes';
import { hasReason } from '@openbenefits/domain/members/given-reason';
import { validateSsn } from '@openbenefits/domain/members/ssn';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useEffect, useState } from 'react';
import { api } from '../api.ts';
import { onSignedOut } from '../query-client.ts';
import { useSessionEpoch, useWhyNot } from '../session.ts';
import { useSwitchedOff } from '../switched-off.ts';
import { Button, TextButton } from '../ui/Button.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { TextInput } from '../ui/Fields.tsx';
import { Popover, type TriggerProps } from '../ui/Popover.tsx';
import recordClasses from './MemberRecord.module.css';
import classes from './Reveal.module.css';

/** A revealed value is in sight this long. */
const SECONDS = 30;

/** Fetched once per session and kept only here; cleared when the session or the page ends. */
const given = { reason: '', epoch: -1 };
onSignedOut(() => {
  given.reason = '';
});

type Subject = { groupId: string; memberId: string; field: ProtectedField; what: string };

function Asking({ what, first, onReason }: { what: string; first: string; onReason: (reason: string) => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState(first);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (hasReason(reason)) onReason(reason.trim());
      }}
    >
      <TextInput
        label={t`Why do you need it?`}
        description={t`The reason is kept in the audit log. You enter it once per session.`}
        required
        maxLength={200}
        value={reason}
        onChange={setReason}
      />
      <div className={classes.buttons}>
        <Button
          type="submit"
          variant="primary"
          size="small"
          disabledReason={hasReason(reason) ? undefined : t`Enter a reason of at least four letters.`}
        >
          <Trans>Show {what}</Trans>
        </Button>
      </div>
    </form>
  );
}

/** The reason form, otherwise the value. */
const focusInside = (box: HTMLElement): void =>
  (box.querySelector<HTMLElement>('input') ?? box.querySelector<HTMLElement>('output') ?? box).focus({
    preventScroll: true,
  });
const takeFocus = (element: HTMLElement | null): void => element?.focus();

type Shown =
  | { state: 'loading' }
  | { state: 'shown'; value: string; left: number }
  | { state: 'hidden' }
  | { state: 'failed'; error: unknown };

/** The value for half a minute, while the window has focus. Held in this component only. */
function Value({
  groupId,
  memberId,
  field,
  reason,
  onAgain,
  onOtherReason,
}: Subject & { reason: string; onAgain: () => void; onOtherReason: () => void }) {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        const { value } = await api.members.reveal({ groupId, memberId, field, reason }, { signal: stop.signal });
        if (!stop.signal.aborted) setShown({ state: 'shown', value, left: SECONDS });
      } catch (error) {
        if (!stop.signal.aborted) setShown({ state: 'failed', error });
      }
    };
    void ask();
    const tick = setInterval(
      () =>
        setShown((now) =>
          now.state !== 'shown' ? now : now.left <= 1 ? { state: 'hidden' } : { ...now, left: now.left - 1 },
        ),
      1000,
    );
    const hide = () => setShown((now) => (now.state === 'shown' ? { state: 'hidden' } : now));
    globalThis.addEventListener('blur', hide, { signal: stop.signal });
    return () => {
      clearInterval(tick);
      stop.abort();
    };
  }, [groupId, memberId, field, reason]);

  if (shown.state === 'failed') return <ErrorLine error={shown.error} />;
  const seconds = shown.state === 'shown' ? shown.left : 0;
  const kind = field === 'ssn' && shown.state === 'shown' ? validateSsn(shown.value.replaceAll('-', '')).kind : 'ssn';
  return (
    <>
      {/* The question before it had the focus. */}
      <output className={classes.value} tabIndex={-1} ref={takeFocus}>
        {shown.state === 'shown' ? shown.value : shown.state === 'hidden' ? <Trans>Hidden</Trans> : '…'}
      </output>
      {(kind === 'itin' || kind === 'atin') && (
        <div className={classes.about}>
          {kind === 'itin' ? (
            <Trans>A taxpayer number (ITIN), not an SSN</Trans>
          ) : (
            <Trans>A number for a pending adoption (ATIN), not an SSN</Trans>
          )}
        </div>
      )}
      <div className={classes.about}>
        {shown.state === 'hidden' ? (
          <TextButton onClick={onAgain}>
            <Trans>Show again</Trans>
          </TextButton>
        ) : (
          <span aria-live="off">
            <Trans>Hides in {seconds} s</Trans>
          </span>
        )}
        <TextButton onClick={onOtherReason}>
          <Trans>Other reason</Trans>
        </TextButton>
      </div>
    </>
  );
}

function Box(subject: Subject) {
  const epoch = useSessionEpoch();
  const known = given.epoch === epoch ? given.reason : '';
  const [reason, setReason] = useState(known);
  const [times, setTimes] = useState(1);
  const take = (next: string) => {
    given.reason = next;
    given.epoch = epoch;
    setReason(next);
  };
  return (
    <div className={classes.box}>
      {reason === '' ? (
        <Asking what={subject.what} first={known} onReason={take} />
      ) : (
        <Value
          key={times}
          {...subject}
          reason={reason}
          onAgain={() => setTimes(times + 1)}
          onOtherReason={() => setReason('')}
        />
      )}
    </div>
  );
}

function Trigger({ what, ...props }: TriggerProps & ComponentProps<'button'> & { what: string }) {
  const { t } = useLingui();
  return (
    <button {...props} type="button" className={classes.trigger} aria-label={t`Reveal ${what}`}>
      <Trans>Reveal</Trans>
    </button>
  );
}

/** 'Reveal' next to a masked value: asks for a reason, which is audited, and hides the value again after a time. */
export function Reveal(subject: Subject) {
  const { t } = useLingui();
  const mayNot = useWhyNot('protected.reveal');
  const off = useSwitchedOff('protected_value_reveal');
  const reason = mayNot ?? off;
  const { what } = subject;
  return (
    <span className={recordClasses.reveal}>
      {reason === undefined ? (
        <Popover
          label={t`Reveal ${what}`}
          onShown={focusInside}
          renderTrigger={(props) => <Trigger {...props} what={what} />}
        >
          {() => <Box {...subject} />}
        </Popover>
      ) : (
        <TextButton aria-label={t`Reveal ${what}`} disabledReason={reason}>
          <Trans>Reveal</Trans>
        </TextButton>
      )}
    </span>
  );
}
