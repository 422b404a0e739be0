import type { FolderResult, SyncedPayments } from '@openbenefits/contract/payment-imports';
import { shownFileName } from '@openbenefits/domain/file-name';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, orpc } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { refreshAch } from '../ach/refresh-ach.ts';
import classes from '../Payments.module.css';

const FORM = {
  imported: { tone: 'ok', sign: 'dot' },
  duplicate: { tone: 'end', sign: 'stop' },
  unreadable: { tone: 'bad', sign: 'alert' },
  needs_mapping: { tone: 'review', sign: 'eye' },
  changing: { tone: 'busy', sign: 'clock' },
} as const satisfies Record<FolderResult['outcome'], unknown>;

export type FileToMap = { kind: 'lockbox' | 'bank'; bank: string; name: string };

function Source({ name, text, children }: { name: string; text: ReactNode; children?: ReactNode }) {
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>{text}</small>
        {children}
      </span>
    </li>
  );
}

/** What became of a file of the folder; one whose columns are not mapped waits for a person. */
function FoundFile({ found, onMap }: { found: FolderResult; onMap: (file: FileToMap) => void }) {
  const { t } = useLingui();
  const { kind, bank, name, outcome, payments, detail } = found;
  const words: Record<FolderResult['outcome'], string> = {
    imported: t`Imported`,
    duplicate: t`Duplicate, refused`,
    unreadable: t`Not imported`,
    needs_mapping: t`Map its columns`,
    changing: t`Still being sent`,
  };
  const isBank = kind === 'lockbox' || kind === 'bank';
  return (
    <li>
      <span>
        {shownFileName(name)}
        <small>
          {bank} {outcome === 'imported' && <Plural value={payments} one="# payment." other="# payments." />} {detail}
          {outcome === 'needs_mapping' && <Trans>The columns of this bank are not known yet.</Trans>}
        </small>
      </span>
      <StatusBadge {...FORM[outcome]}>{words[outcome]}</StatusBadge>
      {outcome === 'needs_mapping' && isBank && (
        <Button
          size="small"
          aria-label={t`Map columns of ${name}`}
          onClick={() => onMap({ kind, bank: bank ?? '', name })}
        >
          <Trans>Map columns</Trans>
        </Button>
      )}
    </li>
  );
}

function FolderText({ synced, waiting }: { synced: SyncedPayments | undefined; waiting: number }) {
  if (synced?.folder)
    return synced.folder.length === 0 ? (
      <Trans>No new files.</Trans>
    ) : (
      <Plural value={synced.folder.length} one="# file found." other="# files found." />
    );
  return waiting === 0 ? (
    <Trans>No files wait.</Trans>
  ) : (
    <Plural value={waiting} one="# file waits." other="# files wait." />
  );
}

/** Where payments come from, and what each source had when it was asked. */
export function SyncSources({ onMap }: { onMap: (file: FileToMap) => void }) {
  const { t } = useLingui();
  const sources = useQuery({ ...orpc.paymentImports.sources.queryOptions({ input: {} }), staleTime: 0 });
  const sync = useMutation({ mutationFn: () => api.paymentImports.sync({}), onSettled: refreshAch });
  const { data } = sync;
  const folder = sources.data?.folder;
  return (
    <section>
      <div className={classes.toolbar}>
        <p className={classes.text} role="status">
          {data ? <Trans>Every source was asked.</Trans> : <Trans>Ask every source for new payments.</Trans>}
        </p>
        <span className={classes.end}>
          <Button busy={sync.isPending} onClick={() => sync.mutate()}>
            <Trans>Sync now</Trans>
          </Button>
        </span>
      </div>
      {(sources.error ?? sync.error) && <ErrorLine error={sources.error ?? sync.error} />}
      <ul className={classes.list} aria-label={t`Sources`}>
        <Source
          name={sources.data?.processor.isSandbox ? t`Card processor (sandbox)` : t`Card processor`}
          text={
            data ? (
              <Trans>
                Settled in the last 24 hours: {data.settledCards}. Under way: {data.cards}.
              </Trans>
            ) : (
              <Trans>Is asked what became of charges.</Trans>
            )
          }
        />
        <Source
          name={t`ACH debits and payment advices`}
          text={
            data ? (
              <Trans>
                Debits settled in the last 24 hours: {data.settledDebits}. With the bank: {data.debits}. Advices that
                wait for their credit: {data.advices}.
              </Trans>
            ) : (
              <Trans>Debits settle when no return came.</Trans>
            )
          }
        />
        {folder && (
          <Source name={t`Folder`} text={<FolderText synced={data} waiting={folder.waiting.length} />}>
            <small>
              <Trans>
                Your bank’s transfer puts lockbox, bank, 820 and return files there. A file that is still being sent
                waits.
              </Trans>
            </small>
          </Source>
        )}
        {data?.folder?.map((found) => (
          <FoundFile key={`${found.kind} ${found.bank} ${found.name}`} found={found} onMap={onMap} />
        ))}
        <Source name={t`SFTP`} text={<Trans>No SFTP connection is set up.</Trans>} />
      </ul>
    </section>
  );
}
