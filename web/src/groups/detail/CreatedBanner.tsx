import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink, IconButton } from '../../ui/Button.tsx';

/** Where the setup wizard leads to: the group is there, its people are not yet. */
export function CreatedBanner({ cim }: { cim: string }) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  if (params.get('created') !== 'true') return null;
  const dismiss = () =>
    setParams(
      (before) => {
        before.delete('created');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Banner
      tone="good"
      role="status"
      title={t`Group created successfully! Now add your employees.`}
      actions={
        <>
          <ButtonLink to={paths.uploadFor(cim, true)} variant="primary">
            <Trans>Now add your employees</Trans>
          </ButtonLink>
          <IconButton icon={IconX} label={t`Dismiss`} onClick={dismiss} />
        </>
      }
    />
  );
}
