import { msg } from '@lingui/core/macro';
import { NotBuiltYet } from '../shell/NotBuiltYet.tsx';

export function Component() {
  return <NotBuiltYet title={msg`Group`} section={msg`Group Management`} />;
}
