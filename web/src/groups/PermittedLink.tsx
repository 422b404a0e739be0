import type { Permission } from '@openbenefits/domain/permissions';
import type { ComponentProps } from 'react';
import { useWhyNot } from '../session.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';

type Props = Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'size' | 'icon' | 'children'> & {
  to: string;
  needs: Permission;
};

/** A link to a page that writes: shown to everyone, disabled with the reason if the role does not allow it. */
export function PermittedLink({ needs, to, children, ...look }: Props) {
  const mayNot = useWhyNot(needs);
  if (mayNot) {
    return (
      <Button {...look} disabledReason={mayNot}>
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
