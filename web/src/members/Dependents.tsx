import type { MemberDetail } from '@openbenefits/contract/members';
import { COVERAGE_LINE_LABEL, RELATIONSHIP_LABEL } from '../domain-labels.ts';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { DateText } from '../ui/DateText.tsx';
import { MemberStatusBadge } from '../ui/StatusBadge.tsx';
import { Unknown } from '../ui/Unknown.tsx';
import classes from './Dependents.module.css';
import recordClasses from './MemberRecord.module.css';
import { MemberSection } from './MemberSection.tsx';
import { BirthYear } from './PersonFacts.tsx';
import { useDayWords } from './day-words.ts';

type Props = { member: Pick<MemberDetail, 'dependents' | 'asOf'>; addressOf: (memberId: string) => string };

export function Dependents({ member: { dependents, asOf }, addressOf }: Props) {
  const { t } = useLingui();
  const { uncovered, nothingKnown } = useDayWords(asOf);
  if (dependents.length === 0) {
    return (
      <MemberSection title={t`Dependent details`}>
        <p className={recordClasses.none}>{t`No dependents enrolled`}</p>
      </MemberSection>
    );
  }
  return (
    <MemberSection title={t`Dependent details`} count={dependents.length}>
      <table className={classes.table} aria-label={t`Dependent details`}>
        <thead>
          <tr>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`Relationship`}</th>
            <th scope="col">{t`Date of birth`}</th>
            <th scope="col">{t`Coverage`}</th>
            <th scope="col">{t`Since`}</th>
            <th scope="col">{t`Status`}</th>
          </tr>
        </thead>
        <tbody>
          {dependents.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link to={addressOf(one.id)} replace preventScrollReset>
                  {one.name}
                </Link>
              </th>
              <td>{RELATIONSHIP_LABEL[one.relationship]}</td>
              <td>
                <BirthYear year={one.birthYear} />
              </td>
              <td>
                {one.coveredFor.length > 0 ? (
                  one.coveredFor.map((line) => COVERAGE_LINE_LABEL[line]).join(', ')
                ) : (
                  <Unknown reason={uncovered} />
                )}
              </td>
              <td>
                <DateText date={one.from} />
              </td>
              <td>
                {one.status ? <MemberStatusBadge status={one.status} short /> : <Unknown reason={nothingKnown} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </MemberSection>
  );
}
