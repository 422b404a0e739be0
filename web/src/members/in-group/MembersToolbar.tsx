import { MEMBER_STATUSES, type MemberStatus } from '@openbenefits/domain/members/member-status';
import { MEMBER_STATUS_LABEL } from '../../domain-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFilter, IconUpload } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuHeading, MenuItem } from '../../ui/Menu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import classes from './MembersToolbar.module.css';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import type { MemberList } from './use-member-list.ts';

function StatusFilter({
  status,
  onChange,
}: {
  status: MemberStatus | 'all';
  onChange: (status: MemberStatus | 'all') => void;
}) {
  const { t } = useLingui();
  const chosen = status === 'all' ? undefined : MEMBER_STATUS_LABEL[status];
  return (
    <Menu
      label={t`Filter members`}
      renderTrigger={(props) => (
        <Button {...props} icon={IconFilter}>
          {chosen ? t`Filter: ${chosen}` : t`Filter`}
        </Button>
      )}
    >
      {() => (
        <>
          <MenuHeading>
            <Trans>Status</Trans>
          </MenuHeading>
          <MenuItem checked={status === 'all'} onSelect={() => onChange('all')}>
            <Trans>All Status</Trans>
          </MenuItem>
          {MEMBER_STATUSES.map((one) => (
            <MenuItem key={one} checked={status === one} onSelect={() => onChange(one)}>
              {MEMBER_STATUS_LABEL[one]}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
}

type Props = Pick<MemberList, 'question' | 'ask'> & {
  cim: string;
  onAdd: () => void;
  /** Why no member can be added. */ addReason: string | undefined;
};

export function MembersToolbar({ cim, question, ask, onAdd, addReason }: Props) {
  const { t } = useLingui();
  const { term, change, submit } = useDebouncedTerm(question.search, (search) => ask({ search }));
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label={t`Search members`}
        value={term}
        onChange={change}
        onSubmit={submit}

        main
      />
      <StatusFilter status={question.status} onChange={(status) => ask({ status })} />
      <PermittedLink needs="files.upload" to={paths.uploadFor(cim)} icon={IconUpload}>
        <Trans>Bulk Import</Trans>
      </PermittedLink>
      <Button onClick={onAdd} disabledReason={addReason}>
        <Trans>Add Member</Trans>
      </Button>
    </search>
  );
}
