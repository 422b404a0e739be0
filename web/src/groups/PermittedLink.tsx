import type { Permission } from '@openbenefits/domain/admin/access';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useUser } from '../session.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';

type Props = Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'size' | 'icon' | 'children'> & { to: string; needs: Permission };

/** A way to a page that writes: shown to everybody, with the reason where the role does not allow it. */
export function PermittedLink({ needs, to, children, ...look }: Props) {
  const { t } = useLingui();
  const user = useUser();
  if (user && !user.permissions.includes(needs)) {
    return (
      <Button {...look} disabledReason={t`Your role does not allow this.`}>
        {children}
      </Button>
    );
  }
  return (
    <ButtonLink {...look} to={to}>
      {children}
    </ButtonLink>
  );
}
