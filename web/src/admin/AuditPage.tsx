import { plural } from '@lingui/core/macro';
import type { AuditAnchors, AuditVerification } from '@openbenefits/contract/audit';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '../api.ts';
import { useUser, useWhyNot } from '../session.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { StatStrip } from '../ui/StatStrip.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { toastError } from '../ui/toasts.ts';

type Anchor = AuditAnchors['latest'][number];

/** Shows the result of a verification: the kind of tampering and where it starts. */
function Result({ result }: { result: AuditVerification }) {
  const { t } = useLingui();
  const { tampering, entries, anchors, milliseconds } = result;
  const figures = t`${plural(entries, { one: '# entry', other: '# entries' })} and ${plural(anchors, { one: '# anchor', other: '# anchors' })} verified in ${milliseconds} ms.`;
  if (!tampering)
    return (
      <Banner tone="good" role="status" title={t`No tampering found in the audit log`}>
        {figures}
      </Banner>
    );
  const titles: Record<typeof tampering.kind, string> = {
    edited: t`An audit log entry was edited`,
    deleted: t`Audit log entries were deleted`,
    reordered: t`Audit log entries were reordered`,
    inserted: t`An audit log entry was inserted`,
    truncated: t`The last audit log entries were removed`,
    rewritten: t`Audit log entries were rewritten`,
  };
  return (
    <Banner tone="bad" role="alert" title={titles[tampering.kind]}>
      <Trans>
        The first bad entry is number {tampering.seq}. Keep the database and the anchor file as they are, and compare
        them with a backup from before that entry.
      </Trans>
    </Banner>
  );
}

function AnchorFault({ fault }: { fault: NonNullable<AuditAnchors['fault']> }) {
  const { t } = useLingui();
  return (
    <Banner tone="bad" role="alert" title={t`The anchor file was changed outside the server`}>
      {fault.reason === 'gap'
        ? t`An anchor before line ${fault.line} is missing. Restore the file from a backup.`
        : t`The signature on line ${fault.line} does not match the key file. Restore the file from a backup, or check KEY_FILE.`}
    </Banner>
  );
}

function Anchors({ anchors }: { anchors: readonly Anchor[] | undefined }) {
  const { t } = useLingui();
  const columns: readonly Column<Anchor>[] = [
    {
      key: 'seq',
      header: t`Last entry`,
      narrow: 'name',
      cell: ({ seq }) => <span className="num">{seq.toLocaleString('en-US')}</span>,
    },
    {
      key: 'entries',
      header: t`Entries added`,
      width: 140,
      right: true,
      narrow: 'amount',
      cell: ({ entries }) => <span className="num">{entries}</span>,
    },
    { key: 'at', header: t`Signed`, width: 180, narrow: 'meta', cell: ({ at }) => <TimeAgo instant={at} /> },
  ];
  return (
    <DataTable
      label={t`Anchors`}
      columns={columns}
      rows={anchors}
      rowKey={({ seq }) => String(seq)}
      rowName={({ seq }) => t`Anchor of entry ${seq}`}
      loadingText={t`Loading anchors...`}
      empty={
        <EmptyState title={t`No anchors yet`} art="ledger">
          <Trans>The server signs the audit log every minute.</Trans>
        </EmptyState>
      }
    />
  );
}

/** The audit log for compliance: its signed anchors, and the verification of every entry. */
export function Component() {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayNotVerify = useWhyNot('compliance.audit');
  const isAllowed = useUser()?.permissions.includes('compliance.view') ?? false;
  const { data, error, refetch } = useQuery({ ...orpc.admin.audit.anchors.queryOptions(), enabled: isAllowed });
  const verify = useMutation({
    mutationFn: () => api.admin.audit.verify({}),
    onError: (failure) => toastError(failure, t`The audit log could not be verified`),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.admin.audit.key() }),
  });
  const fault = verify.data?.fault ?? data?.fault;
  return (
    <>
      <PageHeader
        title={t`Audit Log`}
        breadcrumb={[{ label: t`Administration` }, { label: t`Audit Log` }]}
        actions={
          <Button
            icon={IconShieldCheck}
            variant="primary"
            busy={verify.isPending}
            disabledReason={mayNotVerify}
            onClick={() => verify.mutate()}
          >
            <Trans>Verify audit log</Trans>
          </Button>
        }
      />
      {verify.data && <Result result={verify.data} />}
      {fault && <AnchorFault fault={fault} />}
      {!isAllowed && (
        <EmptyState title={t`Your role does not include the audit log`} art="signpost">
          <Trans>A Compliance Officer or an administrator can verify it.</Trans>
        </EmptyState>
      )}
      {error && !data && (
        <ErrorState error={error} title={t`The anchors could not be loaded`} onRetry={() => void refetch()} />
      )}
      {isAllowed && !(error && !data) && (
        <>
          <StatStrip
            label={t`Audit log`}
            stats={[
              { label: t`Entries`, value: data?.entries },
              { label: t`Signed up to entry`, value: data?.anchoredTo },
              { label: t`Anchors`, value: data?.count },
            ]}
          />
          <Anchors anchors={data?.latest} />
        </>
      )}
    </>
  );
}
