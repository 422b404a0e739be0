import { useLingui } from '@lingui/react/macro';
import { createContext, use } from 'react';
import { useUser } from '../../session.ts';

/** Who else edits the group in view; null while nobody does. */
export const OtherEditor = createContext<{ name: string; you: boolean } | null>(null);

/** Why this person cannot change the group now; undefined where they can. */
export function useEditReason(): string | undefined {
  const { t } = useLingui();
  const user = useUser();
  const other = use(OtherEditor);
  if (user && !user.permissions.includes('groups.edit')) return t`Your role does not allow this.`;
  if (!other) return undefined;
  return other.you ? t`You are editing this group in another window.` : t`${other.name} is editing this group.`;
}
