import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { words } from '../../words.ts';

/** Why the file is held, the most serious reason first. Nothing of it has been posted. */
export function HeldBanner({ job }: { job: FileJob }) {
  const { t } = useLingui();
  return job.stops.map(({ code, title, text }) => {
    const said = words(title);
    return (
      <Banner
        key={code}
        tone="waits"
        title={t`Safety stop: ${said}`}
        actions={
          code === 'missing_people' ? (
            <Link to="?show=missing">{plural(job.missing, { one: 'Review # person', other: 'Review # people' })}</Link>
          ) : code === 'date_order' && job.originalRemovedAt === null ? (
            <Link to={paths.fileColumns(job.id)}>{t`Match columns`}</Link>
          ) : undefined
        }
      >
        {words(text)}
      </Banner>
    );
  });
}
