import { useLingui } from '@lingui/react/macro';
import { IconBuilding, IconId, IconSettings, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import type { IconType } from '../ui/Icon.tsx';
import { SECTIONS } from './navigation.ts';

export type PaletteItem = { id: string; icon: IconType; label: string; meta?: string; where?: string; to: string };
export type PaletteGroup = { id: string; heading: string; items: readonly PaletteItem[] };

/** Below this, nearly everything matches: only pages are offered. */
const SHORTEST = 2;

/** Sorts matches in the name before others, and matches at its start first. */
function nearest<Hit extends { title: string }>(hits: readonly Hit[], term: string): Hit[] {
  const distance = ({ title }: Hit): number => {
    const at = title.toLowerCase().indexOf(term.toLowerCase());
    return at === -1 ? 2 : Math.min(at, 1);
  };
  return hits.toSorted((a, b) => distance(a) - distance(b));
}

const holds = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word));

function usePages(words: readonly string[]): PaletteItem[] {
  const { t, i18n } = useLingui();
  const pages: PaletteItem[] = SECTIONS.flatMap((section) =>
    section.entries.map((entry) => ({
      id: entry.path,
      icon: section.icon,
      label: i18n._(entry.label),
      where: section.entries.length > 1 ? i18n._(section.label) : '',
      to: entry.path,
    })),
  );
  pages.push(
    { id: paths.groupsManagement, icon: IconBuilding, label: t`Group Management`, to: paths.groupsManagement },
    { id: paths.myAccount, icon: IconId, label: t`My Account`, to: paths.myAccount },
    { id: paths.profile, icon: IconUser, label: t`Profile`, to: paths.profile },
    { id: paths.settings, icon: IconSettings, label: t`Settings`, to: paths.settings },
  );
  return pages.filter(({ label, where }) => holds(`${label} ${where ?? ''}`, words));
}

/** Returns the palette's entries for a text: pages at once, groups and members from the server. */
export function usePaletteItems(
  text: string,
  opened: boolean,
): { groups: readonly PaletteGroup[]; searching: boolean; failed: boolean } {
  const { t } = useLingui();
  const term = text.trim();
  const [settled] = useDebouncedValue(term, 150);
  const pages = usePages(term.toLowerCase().split(/\s+/).filter(Boolean));
  const wanted = opened && settled.length >= SHORTEST;
  // gcTime 0: search terms and results are not kept.
  const found = useQuery(
    orpc.search.find.queryOptions({
      input: { term: settled, status: 'all', all: false },
      enabled: wanted,
      placeholderData: keepPreviousData,
      gcTime: 0,
      staleTime: 5000,
    }),
  );
  const records = wanted && term.length >= SHORTEST ? found.data : undefined;
  const groups: PaletteGroup[] = [
    { id: 'pages', heading: t`Pages`, items: pages },
    {
      id: 'groups',
      heading: t`Groups`,
      items: nearest(records?.groups ?? [], term).map((hit) => ({
        id: hit.id,
        icon: IconBuilding,
        label: hit.title,
        meta: hit.subtitle,
        to: paths.group(hit.id),
      })),
    },
    {
      id: 'members',
      heading: t`Members`,
      items: nearest(records?.members ?? [], term).map((hit) => ({
        id: hit.id,
        icon: IconUser,
        label: hit.title,
        meta: hit.subtitle,
        where: hit.groupName,
        to: paths.groupMember(hit.groupId, hit.id),
      })),
    },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    searching: wanted && (found.isFetching || settled !== term),
    failed: wanted && found.isError,
  };
}
