import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { markPaidEnds } from './paid-ends.ts';
import { MOVED_FROM } from '@openbenefits/domain/files/coverage/retro-ends';
import { type FileFacts, isOfCobraOnly, isWithoutCobra } from '@openbenefits/domain/files/file-facts';
import { doubtfulOrder } from '@openbenefits/domain/files/census/values/date-order';
import { NO_ABSENCES, safetyStops } from '@openbenefits/domain/files/safety-stops';
import type { SafetyStop } from '@openbenefits/domain/files/safety-stop';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { remarkOnSharedReferences } from './file-references.ts';
import { decideAgain, decisionsOn, isLeftOut, takeBack } from './choices.ts';
import { earlierCobraFiles } from './cobra-files.ts';
import { remarkOnHeads } from './missing/missing-heads.ts';
import {
  addRemark,
  findMissing,
  noteLines,
  remarkBesideCobra,
  remarkOnCobra,
  remarkOnLaterStarts,
  remarkOnLines,
  remarkOnParts,
} from './missing/missing-people.ts';
import { premiumsByPlan } from '../../coverage/premium-totals.ts';
import { priceMissingDependents } from './missing/missing-premiums.ts';
import { countRehearsed } from './people-of-file.ts';
import { remarkOnDecided } from './missing/proposed-again.ts';
import { type RehearsalAhead, rehearseStaged } from './rehearse-ahead.ts';
import type { RehearsalContext } from './rehearsal-context.ts';
import { hasMends } from '../refused/mends-taken.ts';
import { leaveOutKnown, type SetsOfFile } from './sets-before.ts';
import { queueSettings } from '../queue/queue-settings.ts';
import { SSN_ELSEWHERE } from '../matching/ssns-elsewhere.ts';
import { remarkOnStrangers } from './strange-employers.ts';
import { surroundingsOf } from './surroundings.ts';
import { openFacts } from '../staging/kept-facts.ts';

/** Counts of the file's rows become the job's figures, and with them what each plan costs before and after. */
async function sumUp(tx: Tx, context: RehearsalContext): Promise<void> {
  const {
    lease: { jobId },
    premiumDay,
    byPlan,
    linesNamed,
  } = context;
  await tx.deleteFrom('importFamilies').where('jobId', '=', jobId).where('memberId', 'is not', null).execute();
  const { services, lease } = context;
  const pricing = { tx, vault: services.vault, tenantId: lease.tenantId };
  const before = await premiumsByPlan(pricing, [...linesNamed.keys()], premiumDay);
  await sql`insert into file_premiums (job_id, plan_id, before_cents, after_cents)
    select ${jobId}, coalesce(p.plan_id, d.plan_id), coalesce(p.before, 0), coalesce(p.before, 0) + coalesce(d.change, 0) from (
      select * from unnest(${before.map(({ planId }) => planId)}::uuid[], ${before.map(({ cents }) => cents)}::bigint[]) as b(plan_id, before)
    ) p full join unnest(${[...byPlan.keys()]}::uuid[], ${[...byPlan.values()]}::bigint[]) as d(plan_id, change) on d.plan_id = p.plan_id`.execute(
    tx,
  );
  await sql`update file_jobs j set premium_day = ${premiumDay}, premium_before = p.before, premium_change = p.change, refused = r.refused,
      added = c.added, changed = c.changed, ended = c.ended, unchanged = c.unchanged
    from (select coalesce(sum(before_cents), 0) as before, coalesce(sum(after_cents - before_cents), 0) as change from file_premiums where job_id = ${jobId}) p,
      (select count(*) as refused from file_refusals where job_id = ${jobId}) r,
      (select count(*) filter (where action = 'added') as added, count(*) filter (where action in ('changed', 'reinstated')) as changed, count(*) filter (where action in ('ended', 'voided')) as ended,
        count(*) filter (where action = 'unchanged') as unchanged from file_changes where job_id = ${jobId}) c
    where j.id = ${jobId}`.execute(tx);
}

type Found = { activePeople: number; identityConflicts: number };

/** What the rehearsal has found, of the people of the file's groups. */
async function foundOf(
  tx: Tx,
  { lease: { jobId }, today, linesNamed, noticed }: RehearsalContext,
): Promise<Found & { endedByFile: number; waivedWithoutDay: number }> {
  const { rows } = await sql<Found>`
    select (select count(distinct s.member_id) from coverage_spans s where s.group_id = any (${[...linesNamed.keys()]}::uuid[]) and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${today}::date)) as active_people,
      (select count(*) from file_refusals r where r.job_id = ${jobId} and r.code = 'person_unsure') as identity_conflicts`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Error('A job without a row');
  return {
    ...found,
    waivedWithoutDay: noticed.waivedWithoutDay,
    endedByFile: noticed.ended - noticed.endedAndBack.count,
  };
}

/** What the rehearsal has noticed, beside what the reader has; an earlier rehearsal's remarks make room. */
async function remark(
  tx: Tx,
  context: Pick<RehearsalContext, 'lease' | 'today' | 'coveredTwice' | 'dependentsLeft' | 'typedTiers'> &
    Parameters<typeof previewRemarks>[0],
): Promise<void> {
  const {
    lease: { jobId },
    today,
    coveredTwice,
    dependentsLeft,
    typedTiers,
  } = context;
  await sql`update file_jobs set remarks = jsonb_path_query_array(remarks, '$[*] ? (!(@.atRehearsal == true))') where id = ${jobId}`.execute(
    tx,
  );
  await remarkOnRetro(tx, jobId, today);
  const tiers = await typedTiers.tell(tx, jobId);
  const { twice, others } = await coveredTwice.tell(tx, jobId);
  const left = await dependentsLeft.tell(tx, jobId);
  const said = previewRemarks(context, { tiers, twice, others, left }).map((one) => ({ ...one, atRehearsal: true }));
  if (said.length > 0)
    await sql`update file_jobs set remarks = remarks || ${JSON.stringify(said)}::jsonb where id = ${jobId}`.execute(tx);
}

/** What the database answers about the previewed rows. */
type AskedOfRows = {
  tiers: Awaited<ReturnType<RehearsalContext['typedTiers']['tell']>>;
  twice: number;
  others: number;
  left: Awaited<ReturnType<RehearsalContext['dependentsLeft']['tell']>>;
};

/** Returns the remarks of a preview that apply, each with the number of its records. */
export function previewRemarks(
  { elsewhere, families, repeats, noticed }: Pick<RehearsalContext, 'elsewhere' | 'families' | 'repeats' | 'noticed'>,
  { tiers, twice, others, left }: AskedOfRows,
): (FileMessage & { count: number })[] {
  return [
    ...tiers.map(({ line, count }) => ({
      ...fileMessage('tier_differs', { line: COVERAGE_LINE_LABEL[line] }),
      count,
    })),
    { ...SSN_ELSEWHERE, count: elsewhere },
    {
      ...fileMessage('family_number_repeated'),
      count: families.alike,
    },
    {
      ...fileMessage('second_partner'),
      count: noticed.secondPartners,
    },
    {
      ...fileMessage('duplicate_coverage'),
      count: twice,
    },
    {
      ...fileMessage('dependent_ssn_duplicate'),
      count: others,
    },
    {
      ...fileMessage('cut_to_subscriber'),
      count: noticed.cutToSubscriber,
    },
    { ...fileMessage('dependent_other_plan'), count: noticed.otherPlans },
    ...noticed.rows.remarks,
    {
      ...fileMessage('future_plan_canceled'),
      count: noticed.cancelledNext.count,
    },
    {
      ...fileMessage('dependents_not_reinstated'),
      count: left.unnamed,
    },
    {
      ...fileMessage('dependents_listed_not_reinstated'),
      count: left.named,
    },
    {
      ...fileMessage('family_number_zeros'),
      count: noticed.zerosLost,
    },
    {
      ...fileMessage('family_number_former_ssn'),
      count: noticed.formerSsns,
    },
    {
      ...fileMessage('former_number_match'),
      count: noticed.formerNumbers,
    },
    {
      ...fileMessage('dates_before_rehire'),
      count: noticed.hiresKept,
    },
    {
      ...fileMessage('hire_dates_earlier'),
      count: noticed.hiresBack,
    },
    {
      ...fileMessage('repeats_uncounted'),
      count: repeats.isFull ? 1 : 0,
    },
  ].filter(({ count }) => count > 0);
}

/**
 * What the file does to coverage further back than its groups allow, in words: said where it is done as the sender
 * says, since the carrier may allow it, and where ends were moved (domain rules 4.10). What was refused for it is among
 * the refused.
 */
async function remarkOnRetro(tx: Tx, jobId: string, today: CalendarDate): Promise<void> {
  const { rows } = await sql<{ kind: keyof typeof RETRO; days: number; count: number }>`
    select x.kind, x.days, count(*)::int as count
    from (select g.retro_term_days as days, case when c.what like ${`%, ${MOVED_FROM} %`} then 'moved'
          when c.action = 'ended' and c.effective_date < ${today}::date - g.retro_term_days then 'ended'
          when c.action = 'voided' and c.effective_date <= ${today}::date - g.retro_term_days then 'voided' end as kind
        from file_changes c join groups g on g.id = c.group_id where c.job_id = ${jobId} and c.action in ('ended', 'voided', 'changed')) x
    where x.kind is not null group by 1, 2 order by 1, 2`.execute(tx);
  for (const { kind, days, count } of rows) await addRemark(tx, jobId, fileMessage(RETRO[kind], { days }), count);
}

const RETRO = {
  moved: 'retro_ends_moved',
  ended: 'retro_ends',
  voided: 'retro_cancellations',
} as const;

/** Looks at the rehearsed file: who is missing, and what stands against applying it. Writes both down. */
async function judge(tx: Tx, context: RehearsalContext, facts: FileFacts, before: SetsOfFile): Promise<SafetyStop[]> {
  const {
    lease: { jobId },
    services,
    today,
    retro,
  } = context;
  await noteLines(tx, jobId, context.linesNamed, facts.mode === 'census' ? facts.columns : undefined);
  const { partner, fileDate, datedAhead, parts, ...surroundings } = await surroundingsOf(
    tx,
    services,
    context.lease,
    facts,
    before,
  );
  const { mode, records } = surroundings;
  const { autoProcess, secondApprovalFrom } = await queueSettings(tx);
  const file = {
    jobId,
    partnerId: partner.id,
    fileDate: fileDate ?? today,
    records,
    isList: facts.mode === 'census',
    parts,
    isOfCobraOnly: isOfCobraOnly(facts),
    besideCobra: mode === 'full' && isWithoutCobra(facts) ? await earlierCobraFiles(tx, jobId, partner.id) : [],
  };
  const pricing = { tx, vault: services.vault, tenantId: context.lease.tenantId };
  const decided = await decisionsOn(tx, jobId);
  await tx.deleteFrom('fileMissing').where('jobId', '=', jobId).execute();
  const missing =
    mode === 'full' && partner.absenceProposesEnd
      ? await findMissing(pricing, file, context.coveredTwice.elsewhere, context.moved)
      : NO_ABSENCES;
  if (mode === 'full' && partner.absenceProposesEnd)
    for (const tell of [remarkOnHeads, remarkOnParts, remarkOnCobra, remarkBesideCobra, remarkOnLaterStarts])
      await tell(tx, file, missing);
  if (mode === 'full' && !partner.absenceProposesEnd) await remarkOnLines(tx, file);
  const stillDecided = await decideAgain(tx, jobId, decided);
  if (stillDecided > 0) await priceMissingDependents(pricing, jobId);
  const isChosen = stillDecided > 0 || (context.hasChoices && (await isLeftOut(tx, jobId)));
  await leaveOutKnown(tx, jobId, before, facts);
  await remarkOnDecided(tx, jobId, partner.id);
  await remarkOnStrangers(tx, services.vault, context.lease, facts);
  if (!partner.referenceRepeats) await remarkOnSharedReferences(tx, jobId, facts);
  if (datedAhead !== null)
    await addRemark(tx, jobId, fileMessage('file_date_ahead', { date: formatDate(datedAhead) }), 1);
  const paidEnds = await markPaidEnds(tx, jobId, context.today, context.noticed.rescinded.unpaid);
  const stops = safetyStops(
    {
      ...surroundings,
      ...(await foundOf(tx, context)),
      fileDate,
      missing,
      rescinded: context.noticed.rescinded.count,
      paidEnds,
      uncovered: context.noticed.uncovered.found(facts),
      otherIdentities: context.noticed.otherIdentities.size,
      isTest: facts.test,
      dateOrder: facts.dates ? doubtfulOrder(facts.dates, facts.dayFirst ?? false) : null,
      otherSheets: facts.otherSheets ?? [],
      secondApprovalFrom,
      approvalWanted: partner.autoProcess
        ? autoProcess
          ? isChosen
            ? 'chosen'
            : (await hasMends(tx, jobId)) && 'mended'
          : 'queue'
        : 'sender',
    },
    partner.tolerances,
  );
  await sql`update file_jobs set stops = ${JSON.stringify(stops)}::jsonb, mode = ${mode}, partner_id = ${partner.id}, missing_total = ${missing.people}, is_test = ${facts.test}, file_date = ${fileDate}, retro_ends = ${retro.rule}, rehearsed_on = ${retro.today} where id = ${jobId}`.execute(
    tx,
  );
  return stops;
}

/**
 * Rehearses a staged file from its first record to the stops, or goes on from what was rehearsed while it was read.
 * Returns the stops; none means that the file may post by itself.
 */
export async function rehearseFile(
  services: Services,
  lease: Lease,
  before: SetsOfFile,
  ahead: RehearsalAhead | null,
  signal: AbortSignal,
): Promise<SafetyStop[]> {
  const context = (await ahead?.finish()) ?? (await rehearseStaged(services, lease, signal));
  return inTenant(services.db, lease.tenantId, async (tx) => {
    const { facts } = await tx
      .selectFrom('fileJobs')
      .select('facts')
      .where('id', '=', lease.jobId)
      .executeTakeFirstOrThrow();
    if (context.hasChoices) await takeBack(tx, lease.jobId);
    await sumUp(tx, context);
    await remark(tx, context);
    const stops = await judge(tx, context, openFacts(services.vault, lease, facts), before);
    // One that goes on by itself is counted when it is posted.
    if (stops.length > 0) await countRehearsed(tx, lease.jobId);
    await assertLease(tx, lease);
    return stops;
  });
}
