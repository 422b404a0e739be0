import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { MemberDirectory } from './directory/MemberDirectory.tsx';
import { EnrollmentCharts } from './directory/EnrollmentCharts.tsx';
import { EnrollmentChoices, MemberPages } from './directory/MemberPages.tsx';
import { MemberStats } from './directory/MemberStats.tsx';
import { DuplicatesLink } from './duplicates/DuplicatesLink.tsx';
import { UploadTiles } from './directory/UploadTiles.tsx';

/**
 * Specification 1, section 2.13. One screen at four addresses: the directory, with the enrollment list or the charts
 * first if the address says so.
 */
export function Component() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const isEnrollment = pathname === paths.membersEnrollment;
  return (
    <>
      <PageHeader title={t`Member Management`} actions={<DuplicatesLink />} />
      <MemberPages />
      <MemberStats />
      {pathname === paths.membersAnalytics && <EnrollmentCharts />}
      <UploadTiles />
      <MemberDirectory
        title={isEnrollment ? t`Enrollment` : t`Member Directory`}
        before={isEnrollment ? ({ filter }) => <EnrollmentChoices filter={filter} /> : undefined}
        saidBefore={isEnrollment ? ['startsWithinDays', 'endsWithinDays', 'newWithinDays'] : []}
      />
    </>
  );
}
