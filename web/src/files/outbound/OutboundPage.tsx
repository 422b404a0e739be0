import type { CarrierProfile } from '@openbenefits/contract/outbound';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useUser, useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OutboundFiles } from './OutboundFiles.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';
import { Profiles } from './Profiles.tsx';

/** 834 files for carriers: how each wants its file, and what was made for it. */
export function Component() {
  const { t } = useLingui();
  const user = useUser();
  const [edited, setEdited] = useState<CarrierProfile | 'new' | null>(null);
  const { data, error, refetch } = useQuery(orpc.files.outbound.profiles.queryOptions({ input: {} }));
  const mayNot =
    useWhyNot('files.process') ??
    (user?.assignedGroupsOnly
      ? t`A carrier file has every group of the carrier. You only have access to assigned groups.`
      : undefined);
  return (
    <>
      <PageHeader
        title={t`Carrier Files`}
        breadcrumb={[{ label: t`File Processing`, to: paths.filesUpload }, { label: t`Carrier Files` }]}
        actions={
          <Button
            icon={IconPlus}
            variant={data?.profiles.length === 0 ? 'primary' : 'default'}
            disabledReason={mayNot}
            onClick={() => setEdited('new')}
          >
            <Trans>New carrier profile</Trans>
          </Button>
        }
      />
      {error && !data ? (
        <ErrorState error={error} title={t`The carrier profiles could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Profiles profiles={data?.profiles} mayNot={mayNot} onEdit={setEdited} />
      )}
      <OutboundFiles mayNot={mayNot} />
      {edited !== null && data && (
        <ProfileDialog
          profile={edited === 'new' ? undefined : edited}
          carriers={data.carriers}
          onStale={async () => (await refetch()).data?.profiles.find(({ id }) => edited !== 'new' && id === edited.id)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
