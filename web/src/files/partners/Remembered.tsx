import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, orpc } from '../../api.ts';
import { CENSUS_FIELD_LABEL, WORD_KIND_LABEL } from '../../domain-labels.ts';
import { newKey } from '../../idempotency.ts';
import { IconButton } from '../../ui/Button.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError } from '../../ui/toasts.ts';
import { meaningLabel } from '../columns/meaning-choices.ts';
import classes from './Remembered.module.css';

type Entry = { key: string; shown: string; meaning: string; by: string; at: string; forget: () => Promise<unknown> };

/** Entries of one kind, who made each and when, and the way to forget it. */
function Entries({ title, entries, none }: { title: string; entries: readonly Entry[]; none: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const forget = useMutation({
    mutationFn: (entry: Entry) => entry.forget(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.tradingPartners.key() });
      // What was pressed goes away with its entry; the keyboard goes on from the list's name.
      heading.current?.focus();
    },
    onError: (error) => toastError(error),
  });
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </h3>
      {entries.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.codes} aria-label={title}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <code>{entry.shown}</code>
              <span>{entry.meaning}</span>
              <small>
                {entry.by} · <TimeAgo instant={entry.at} />
              </small>
              <IconButton icon={IconX} label={t`Forget ${entry.shown}`} onClick={() => forget.mutate(entry)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * What is remembered of a sender: its plan codes, its words, the headings of its lists. New ones are said on the page
 * of a file that holds them.
 */
export function Remembered({ partner }: { partner: TradingPartner }) {
  const { t } = useLingui();
  const codes = partner.codes.map(({ kind, code, shown, plan, meaning, mappedBy, mappedAt }) => ({
    kind,
    key: `${kind} ${code}`,
    shown,
    meaning: kind === 'plan' ? (plan?.name ?? '') : `${WORD_KIND_LABEL[kind]}: ${meaningLabel(kind, meaning ?? '')}`,
    by: mappedBy,
    at: mappedAt,
    forget: () => api.tradingPartners.forgetCode({ id: partner.id, kind, code, idempotencyKey: newKey() }),
  }));
  const columns = partner.columns.map(({ heading, shown, field, dependent, mappedBy, mappedAt }) => {
    const label = field === null ? t`Not read` : CENSUS_FIELD_LABEL[field as CensusField];
    return {
      key: heading,
      shown,
      meaning: dependent > 0 ? t`${label} of dependent ${dependent}` : label,
      by: mappedBy,
      at: mappedAt,
      forget: () => api.tradingPartners.forgetColumn({ id: partner.id, heading, idempotencyKey: newKey() }),
    };
  });
  const words = codes.filter(({ kind }) => kind !== 'plan');
  return (
    <>
      <Entries
        title={t`Plan codes`}
        entries={codes.filter(({ kind }) => kind === 'plan')}
        none={t`None yet. Map a code on the page of its file.`}
      />
      <Entries title={t`Words`} entries={words} none={t`None yet. Map a word on the page of its file.`} />
      {partner.senderId === null && (
        <Entries title={t`Columns`} entries={columns} none={t`None yet. Columns are matched on the page of a file.`} />
      )}
      {partner.senderId !== null && (
        <p className={classes.none}>
          <Trans>Coverage levels (HD05) and plan codes (HD04) of this sender are remembered here.</Trans>
        </p>
      )}
    </>
  );
}
