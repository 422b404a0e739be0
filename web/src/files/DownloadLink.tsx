import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { fetchFile } from '../exports/fetch-file.ts';
import { TextButton } from '../ui/Button.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { Icon, type IconType } from '../ui/Icon.tsx';
import classes from './job/JobPage.module.css';

type Props = {
  href: string;
  /** Why this person may not have the file. */
  mayNot?: string | undefined;
  icon?: IconType;
  label?: string;
  title?: string;
  children: string;
};

/**
 * A file to save. Who may not have it is told so here, and so is whoever does not get it: the link alone would save the
 * refusal as a file, or nothing.
 */
export function DownloadLink({ href, mayNot, icon, label, title, children }: Props) {
  const { t } = useLingui();
  const download = useMutation({ mutationFn: () => fetchFile(href) });
  if (mayNot !== undefined) {
    return (
      <TextButton disabledReason={mayNot} aria-label={label}>
        {children}
      </TextButton>
    );
  }
  const save = (event: MouseEvent): void => {
    // With a key the browser does what it was asked for by itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!download.isPending) download.mutate();
  };
  return (
    <span className={classes.downloading}>
      <a
        {...(icon && { className: classes.download })}
        href={href}
        download
        aria-label={label}
        title={title}
        aria-busy={download.isPending || undefined}
        onClick={save}
      >
        {icon && <Icon of={icon} size={14} />}
        {download.isPending ? t`Downloading…` : children}
      </a>
      {download.error && <ErrorLine error={download.error} />}
    </span>
  );
}
