import type { FileJob } from '@openbenefits/contract/files';
import type { StopCode } from '@openbenefits/domain/files/safety-stops';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { words } from '../../words.ts';

/** What a person can do about a stop, where its own words do not say it already. */
const CHOICES: Readonly<Partial<Record<StopCode, MessageDescriptor>>> = {
  missing_people: msg`Say of each whether they left or the sender left them out, or reject the file.`,
  mass_termination: msg`Leave out whoever has not left and approve the others, or reject the file.`,
  fewer_records: msg`Approve it if that is right, or reject it and ask the sender for the whole file.`,
  other_group: msg`Otherwise reject it and upload it for the other group.`,
  same_interchange: msg`Reject it, unless the sender says that its content is new.`,
  older_file: msg`Reject it, unless the sender says that it still holds.`,
  mode_unclear: msg`Approve it if that is right, or change the profile of the sender and send the file again.`,
};

/** Where the people are whom a stop is about; the section takes the focus, so that a keyboard goes on from there. */
function Way({ code, job }: { code: StopCode; job: FileJob }) {
  const focus = () => document.querySelector<HTMLElement>('#rehearsal')?.focus();
  if (code === 'missing_people') {
    return (
      <ButtonLink to="?show=missing" onClick={focus}>
        {plural(job.missing, { one: 'Review # person', other: 'Review # people' })}
      </ButtonLink>
    );
  }
  if (code === 'date_order') {
    return (
      <ButtonLink to={paths.fileColumns(job.id)}>
        <Trans>Match columns</Trans>
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to="?change=ended" onClick={focus}>
      {plural(job.ended, { one: 'Review # end', other: 'Review # ends' })}
    </ButtonLink>
  );
}

/** Why the file is held, the most serious reason first, and what can be done. Nothing of it has been posted. */
export function HeldBanner({ job }: { job: FileJob }) {
  const { t, i18n } = useLingui();
  const mayNot = useWhyNot('files.process');
  return job.stops.map(({ code, title, text }) => {
    const said = words(title);
    const choice = CHOICES[code];
    return (
      <Banner
        key={code}
        tone="waits"
        title={t`Safety stop: ${said}`}
        actions={code === 'missing_people' || code === 'mass_termination' || code === 'waived_without_day' || (code === 'date_order' && job.originalRemovedAt === null && mayNot === undefined) ? <Way code={code} job={job} /> : undefined}
      >
        {words(text)} {choice && i18n._(choice)}
      </Banner>
    );
  });
}
