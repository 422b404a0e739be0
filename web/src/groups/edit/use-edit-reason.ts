import { useLingui } from '@lingui/react/macro';
import { createContext, use } from 'react';
import { useWhyNot } from '../../session.ts';

/** Another user who edits the group; null if there is none. */
export const OtherEditor = createContext<{ name: string; you: boolean } | null>(null);

/** Returns why this user cannot change the group now; undefined if they can. */
export function useEditReason(): string | undefined {
  const { t } = useLingui();
  const mayNot = useWhyNot('groups.edit');
  const other = use(OtherEditor);
  if (mayNot) return mayNot;
  if (!other) return undefined;
  return other.you ? t`You are editing this group in another window.` : t`${other.name} is editing this group.`;
}
