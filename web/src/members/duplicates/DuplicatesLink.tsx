import { Trans } from '@lingui/react/macro';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Count } from '../../ui/Tag.tsx';

/** The way to possible duplicates, with how many there are. */
export function DuplicatesLink() {
  const { data } = useQuery(orpc.duplicates.list.queryOptions({ staleTime: 60_000 }));
  return (
    <ButtonLink to={paths.membersDuplicates} icon={IconUsersGroup}>
      <Trans>Possible duplicates</Trans>
      {data && (
        <Count>
          {data.rows.length}
          {data.more && '+'}
        </Count>
      )}
    </ButtonLink>
  );
}
