import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { Banner } from '../ui/Banner.tsx';
import { ButtonLink } from '../ui/Button.tsx';

/** On home: how many requests wait for the approval of this user. Nothing where none does. */
export function WaitingBanner() {
  const { t } = useLingui();
  const { data } = useQuery(orpc.approvals.count.queryOptions({ input: {} }));
  if (!data || data.waiting === 0) return null;
  return (
    <Banner
      tone="waits"
      title={t`Waiting for your approval`}
      actions={
        <ButtonLink to={paths.approvals}>
          <Trans>Show them</Trans>
        </ButtonLink>
      }
    >
      <Plural value={data.waiting} one="# request needs a second person." other="# requests need a second person." />
    </Banner>
  );
}
