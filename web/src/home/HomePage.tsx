import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { orpc } from '../api.ts';
import { WaitingBanner } from '../approvals/WaitingBanner.tsx';
import { Button } from '../ui/Button.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import { Icon } from '../ui/Icon.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { AdvancedSearch } from './AdvancedSearch.tsx';
import { filled, isBlank, isSearchableSsn, markedWords, NO_CRITERIA } from './criteria.ts';
import classes from './HomePage.module.css';
import { QuickActions } from './QuickActions.tsx';
import { Results } from './Results.tsx';

type Asked = ReturnType<typeof filled> & { all: boolean };

/** The search is kept in memory only, because it may name a person. A new search cancels the running one. */
function useSearch() {
  const [{ asked, follows }, setAsked] = useState<{ asked: Asked | null; follows: boolean }>({
    asked: null,
    follows: false,
  });
  const query = useQuery(
    orpc.search.find.queryOptions({
      input: asked ?? skipToken,
      gcTime: 0,
      staleTime: 0,
      // One answer stays in sight until the next comes, but not what was cleared away.
      placeholderData: follows ? keepPreviousData : undefined,
      refetchOnWindowFocus: false,
    }),
  );
  return { asked, query, ask: (next: Asked | null) => setAsked({ asked: next, follows: asked !== null }) };
}

/** What the fields hold, and the search for it. */
function useCriteria(advanced: boolean) {
  const [criteria, setCriteria] = useState(NO_CRITERIA);
  const [ssnError, setSsnError] = useState(false);
  const { asked, query, ask } = useSearch();
  const search = () => {
    // Fields of a closed panel are out of sight, so they do not take part.
    const wanted = advanced ? criteria : { ...NO_CRITERIA, term: criteria.term };
    const ssnRefused = !isSearchableSsn(wanted.ssn);
    setSsnError(ssnRefused);
    if (ssnRefused) return;
    if (isBlank(wanted)) {
      ask(null);
      return;
    }
    const next = { ...filled(wanted), all: false };
    if (JSON.stringify(next) === JSON.stringify(asked)) void query.refetch();
    else ask(next);
  };
  const clearAll = () => {
    setCriteria(NO_CRITERIA);
    setSsnError(false);
    ask(null);
  };
  return { criteria, setCriteria, ssnError, asked, query, ask, search, clearAll };
}

export function Component() {
  const { t } = useLingui();
  const panelId = useId();
  const [advanced, setAdvanced] = useState(false);
  const { criteria, setCriteria, ssnError, asked, query, ask, search, clearAll } = useCriteria(advanced);
  useDocumentTitle(t`Group Management Platform`);

  return (
    <div className={classes.home}>
      <div className={classes.search}>
        <h1 className={classes.title} tabIndex={-1}>
          <Trans>Group Management Platform</Trans>
        </h1>
        <p className={classes.lead}>
          <Trans>Find any group, member or subscriber.</Trans>
        </p>
        <WaitingBanner />
        <search className={classes.quick}>
          <SearchField
            size="large"
            main
            label={t`Quick search`}
            placeholder={t`Name, CIM number, contact, email or employee ID`}
            value={criteria.term}
            onChange={(term) => setCriteria({ ...criteria, term })}
            onSubmit={search}
            onClear={() => ask(null)}
          />
          <Button variant={advanced ? 'default' : 'primary'} size="large" onClick={search}>
            <Trans>Search</Trans>
          </Button>
        </search>
        <button
          type="button"
          className={classes.advanced}
          aria-expanded={advanced}
          aria-controls={advanced ? panelId : undefined}
          onClick={() => setAdvanced(!advanced)}
        >
          <Icon of={advanced ? IconChevronDown : IconChevronRight} size={14} />
          <Trans>Advanced Search</Trans>
          <span>
            <Trans>names, employee ID, SSN, CIM number, address, status</Trans>
          </span>
        </button>
        {advanced && (
          <AdvancedSearch
            id={panelId}
            criteria={criteria}
            ssnError={ssnError}
            onChange={setCriteria}
            onSearch={search}
            onClear={clearAll}
          />
        )}
        {asked && (
          <Results
            found={query.data}
            words={markedWords(asked)}
            searching={query.isFetching}
            error={query.isError ? query.error : null}
            onRetry={() => void query.refetch()}
            onShowAll={asked.all ? undefined : () => ask({ ...asked, all: true })}
          />
        )}
      </div>
      <QuickActions />
    </div>
  );
}
