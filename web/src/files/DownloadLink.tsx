import { TextButton } from '../ui/Button.tsx';
import { Icon, type IconType } from '../ui/Icon.tsx';
import classes from './JobPage.module.css';

type Props = { href: string; /** Why this person may not have the file. */ mayNot: string | undefined; icon?: IconType; children: string };

/** A file to save. Who may not have it is told so here; the link would save the refusal as a file. */
export function DownloadLink({ href, mayNot, icon, children }: Props) {
  if (mayNot !== undefined) return <TextButton disabledReason={mayNot}>{children}</TextButton>;
  return (
    <a {...(icon && { className: classes.download })} href={href} download>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </a>
  );
}
