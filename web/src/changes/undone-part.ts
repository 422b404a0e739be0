import type { Change } from '@openbenefits/contract/changes';
import { useLingui } from '@lingui/react/macro';

type Part = NonNullable<NonNullable<Change['undone']>['part']>;

/** Returns the text for a partly undone change; with `by`, also who undid it last. */
export function useUndonePart(): (part: Part, by?: string) => string {
  const { t } = useLingui();
  return ({ people, of }, by) => {
    const [some, all] = [people.toLocaleString('en-US'), of.toLocaleString('en-US')];
    return by === undefined ? t`${some} of ${all} people undone` : t`${some} of ${all} people undone by ${by}`;
  };
}
