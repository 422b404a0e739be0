import type { GroupHit, MemberHit } from '@openbenefits/contract/search';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuilding, IconUser } from '@tabler/icons-react';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { GroupStatusBadge, MemberStatusBadge } from '../ui/StatusBadge.tsx';
import { Count, Tag } from '../ui/Tag.tsx';
import { Marked } from './Marked.tsx';
import classes from './Results.module.css';

type Found = {
  groups: readonly GroupHit[];
  members: readonly MemberHit[];
  moreGroups: boolean;
  moreMembers: boolean;
  concealedMembers: number | null;
};

function GroupResult({ hit, words }: { hit: GroupHit; words: readonly string[] }) {
  const { t } = useLingui();
  return (
    <li className={classes.item}>
      <Icon of={IconBuilding} />
      <div>
        <div className={classes.title}>
          <b>
            <Marked text={hit.title} words={words} />
          </b>
          <Tag>
            <Trans>group</Trans>
          </Tag>
          {hit.status !== 'active' && <GroupStatusBadge status={hit.status} />}
        </div>
        <div className={classes.subtitle}>
          <Marked text={hit.subtitle} words={words} />
        </div>
      </div>
      <div className={classes.description}>
        <span className="trunc">{hit.description}</span>
      </div>
      <div className={classes.buttons}>
        <ButtonLink to={paths.group(hit.id)} size="small" aria-label={t`View ${hit.title}`}>
          <Trans>View</Trans>
        </ButtonLink>
      </div>
    </li>
  );
}

/** The server's message if a member's group cannot be loaded. */
const UNKNOWN_GROUP = 'Unknown Group';

function MemberResult({ hit, words }: { hit: MemberHit; words: readonly string[] }) {
  const { t } = useLingui();
  const isKnown = hit.groupName !== UNKNOWN_GROUP;
  return (
    <li className={classes.item}>
      <Icon of={IconUser} />
      <div>
        <div className={classes.title}>
          <b>
            <Marked text={hit.title} words={words} />
          </b>
          <Tag>
            <Trans>member</Trans>
          </Tag>
          {hit.status !== 'active' && <MemberStatusBadge status={hit.status} />}
        </div>
        <div className={classes.subtitle}>
          <Marked text={hit.subtitle} words={words} />
        </div>
      </div>
      <div className={classes.description}>
        <span className="trunc">{hit.description}</span>
        <span className="trunc">{isKnown ? <Trans>Group: {hit.groupName}</Trans> : UNKNOWN_GROUP}</span>
      </div>
      <div className={classes.buttons}>
        {isKnown && (
          <ButtonLink
            to={paths.group(hit.groupId)}
            size="small"
            aria-label={t`Group of ${hit.title}: ${hit.groupName}`}
          >
            <Trans>Group</Trans>
          </ButtonLink>
        )}
        <ButtonLink to={paths.groupMember(hit.groupId, hit.id)} size="small" aria-label={t`View ${hit.title}`}>
          <Trans>View</Trans>
        </ButtonLink>
      </div>
    </li>
  );
}

type Props = {
  found: Found | undefined;
  words: readonly string[];
  searching: boolean;
  error: unknown;
  onRetry: () => void;
  onShowAll: (() => void) | undefined;
};

export function Results({ found, words, searching, error, onRetry, onShowAll }: Props) {
  const { t } = useLingui();
  const concealed = found?.concealedMembers ?? 0;
  const count = found ? found.groups.length + found.members.length + concealed : 0;
  const isMore = found !== undefined && (found.moreGroups || found.moreMembers);
  return (
    <section className={classes.results} aria-label={t`Results`} aria-busy={searching || undefined}>
      <div className={classes.head}>
        <h2>
          <Trans>Results</Trans>
        </h2>
        <output>
          {searching ? (
            <span className="meta">{t`Searching...`}</span>
          ) : (
            found && !error && <Count>{t`${count} found`}</Count>
          )}
        </output>
      </div>
      {error !== null && !searching && (
        <ErrorState error={error} onRetry={onRetry} title={t`The search did not respond`} />
      )}
      {error === null && found && count === 0 && !searching && (
        <EmptyState title={t`No results found`} art="folder">
          <Trans>Try adjusting your search criteria or use different keywords.</Trans>
        </EmptyState>
      )}
      {error === null && found && count > 0 && (
        <ul className={searching ? classes.stale : undefined}>
          {found.groups.map((hit) => (
            <GroupResult key={hit.id} hit={hit} words={words} />
          ))}
          {concealed > 0 && (
            <li className={classes.item}>
              <Icon of={IconUser} />
              <div>
                <div className={classes.title}>
                  <b>{concealed === 1 ? t`One match` : t`${concealed} matches`}</b>
                </div>
                <div className={classes.subtitle}>
                  <Trans>Your role hides protected values, so a search by SSN does not show whose it is.</Trans>
                </div>
              </div>
            </li>
          )}
          {found.members.map((hit) => (
            <MemberResult key={hit.id} hit={hit} words={words} />
          ))}
        </ul>
      )}
      {isMore && error === null && (
        <div className={classes.more}>
          {onShowAll ? (
            <>
              <span>
                <Trans>There are more results.</Trans>
              </span>
              <Button size="small" onClick={onShowAll} busy={searching}>
                <Trans>Show all</Trans>
              </Button>
            </>
          ) : (
            <span>
              <Trans>The first 200 groups and 200 members are shown. Narrow the search to see the others.</Trans>
            </span>
          )}
        </div>
      )}
    </section>
  );
}
