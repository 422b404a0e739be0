import type { FileChange } from '@openbenefits/contract/files';
import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react';
import { Icon, type IconType } from '../../ui/Icon.tsx';
import classes from '../job/JobPage.module.css';

const ICON: Readonly<Record<FileChange['action'], IconType>> = {
  added: IconPlus,
  changed: IconPencil,
  ended: IconMinus,
  reinstated: IconRefresh,
  voided: IconMinus,
  unchanged: IconMinus,
};

/** Added, Changed, Ended: the same words and signs everywhere a file speaks of people. */
export function ChangeWord({ action }: { action: FileChange['action'] }) {
  const { t } = useLingui();
  const words: Readonly<Record<FileChange['action'], string>> = {
    added: t`Added`,
    changed: t`Changed`,
    ended: t`Terminated`,
    reinstated: t`Reinstated`,
    voided: t`Terminated`,
    unchanged: t`No change`,
  };
  return (
    <span className={classes.word} data-effect={action}>
      <Icon of={ICON[action]} size={14} />
      {words[action]}
    </span>
  );
}
