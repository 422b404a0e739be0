import type { Wording } from '@openbenefits/domain/files/messages/file-message';
import { shownMessage } from '../shown-message.ts';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { WordBook, type WordKind } from '@openbenefits/domain/files/census/mapping';
import { likelyMeaning } from '@openbenefits/domain/files/census/headings/likely-meaning';
import { likelyRelationships } from '@openbenefits/domain/files/census/values/relationship-legend';
import { plansNamedIn } from '@openbenefits/domain/files/unknown-plan';
import { wordsNamedIn } from '@openbenefits/domain/files/unknown-word';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { loadPlanNames, plainName } from '../matching/resolve-names.ts';
import { mappingOf } from '../partners/sender-mapping.ts';
import { mendableList } from './add-column.operations.ts';
import { askedIn, fieldsBehind } from './refused-grid.ts';

const MOST_CAUSES = 100;

type Words = { kind: WordKind; word: string }[];
type Cause = {
  field: string;
  reason: string;
  wording: Wording | null;
  records: number;
  planCodes: string[];
  words: Words;
};

/** The line of coverage that a reason speaks of. */
const lineIn = (reason: string): CoverageLine | undefined =>
  COVERAGE_LINES.map((line) => ({
    line,
    at: reason.toLowerCase().search(new RegExp(`\\b${COVERAGE_LINE_LABEL[line].toLowerCase()}\\b`)),
  }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0]?.line;

/** What a list that waits for its refused rows to be mended can be given for a field that it has no column for. */
async function missingIn(
  work: Work,
  jobId: string,
): Promise<(cause: Pick<Cause, 'field' | 'reason'>) => string | null> {
  const list = await mendableList(work, jobId);
  return ({ field, reason }) =>
    (list?.missing(fieldsBehind(field, lineIn(reason))) ?? list?.missing(askedIn(reason)))?.heading ?? null;
}

/**
 * What the sender's profile says by now of codes and words that refused records; a file whose sender is not known has
 * none.
 */
async function saidSince({ tx }: Work, jobId: string, causes: readonly Cause[]) {
  const job = await tx.selectFrom('fileJobs').select('partnerId').where('id', '=', jobId).executeTakeFirst();
  const partnerId = job?.partnerId ?? null;
  const plans = causes.some(({ planCodes }) => planCodes.length > 0) ? await loadPlanNames(tx, partnerId) : undefined;
  const words = new WordBook(
    partnerId !== null && causes.some((cause) => cause.words.length > 0) ? (await mappingOf(tx, partnerId)).words : [],
  );
  return {
    plan: (code: string) => {
      const plan = plans?.get(plainName(code));
      return plan ? { id: plan.id, name: plan.name } : null;
    },
    meaning: (kind: WordKind, word: string) => words.meaning(kind, word) ?? null,
  };
}

/**
 * Why records of a job were refused, the most frequent cause first, with what was said since of the codes and words
 * they name. Reasons name no person.
 */
export async function listCauses(work: Work, input: { id: string }) {
  const { rows } = await sql<{
    field: string;
    reason: string;
    wording: Wording | null;
    records: number;
  }>`select c.field, c.reason, (array_agg(c.wording))[1] as wording, count(distinct r.record_no) as records from file_refusals r
    cross join lateral jsonb_to_recordset(case when r.causes = '[]' then jsonb_build_array(jsonb_build_object('field', r.field, 'reason', r.reason)) else r.causes end) as c (field text, reason text, wording jsonb)
    where r.job_id = ${input.id} group by c.field, c.reason order by count(distinct r.record_no) desc, min(r.record_no), c.field limit ${MOST_CAUSES}`.execute(
    work.tx,
  );
  const causes = rows.map((row): Cause => ({
    ...row,
    planCodes: plansNamedIn(row.reason),
    words: wordsNamedIn(row.reason),
  }));
  const likely = likelyRelationships(
    causes.flatMap(({ words }) => words.flatMap(({ kind, word }) => (kind === 'relationship' ? [word] : []))),
  );
  const since = await saidSince(work, input.id, causes);
  const missing = await missingIn(work, input.id);
  return causes.map(({ wording, ...cause }) => ({
    ...cause,
    message: shownMessage({ ...wording, text: cause.reason }),
    column: cause.planCodes.length + cause.words.length > 0 ? null : missing(cause),
    planCodes: cause.planCodes.map((code) => ({ code, plan: since.plan(code) })),
    words: cause.words.map(({ kind, word }) => ({
      kind,
      word,
      likely: (kind === 'relationship' ? likely.get(word) : undefined) ?? likelyMeaning(kind, word) ?? null,
      meaning: since.meaning(kind, word),
    })),
  }));
}
