import type { ExplainedChange } from '@openbenefits/contract/price-explanation';
import { type Cents, ZERO } from '@openbenefits/domain/money';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../../command.ts';
import { explanationOf } from '../../../coverage/price-explanations.ts';
import { type FamiliesInHand, type PreviewBasis, replayRecords } from './replay-records.ts';

type Found = Omit<PreviewBasis, 'premiumDay'> & {
  premiumDay: PreviewBasis['premiumDay'] | null;
  isHeld: boolean;
  premiumChange: Cents;
};

/** The records of a file that touch the families of one record, of which the order decides what each changes. */
async function recordsOfFamily({ tx }: Pick<Work, 'tx'>, jobId: string, recordNo: number): Promise<number[]> {
  const { rows } = await sql<{ recordNo: number }>`with recursive
    named as materialized (select c.record_no, case when c.is_subscriber then c.member_id else coalesce(m.subscriber_id, (select f.key::uuid from jsonb_each(c.followers) f where f.value = '"comes to"'), c.member_id) end as head, c.member_id, c.followers
      from file_changes c left join members m on m.id = c.member_id where c.job_id = ${jobId} and c.member_id is not null and c.action <> 'unchanged'),
    heads as materialized (select record_no, head from named union select record_no, member_id from named
      union select n.record_no, coalesce(m.subscriber_id, f.key::uuid) from named n cross join lateral jsonb_object_keys(n.followers) as f(key) left join members m on m.id = f.key::uuid),
    family (head) as (select head from heads where record_no = ${recordNo}
      union select b.head from family d join heads a on a.head = d.head join heads b on b.record_no = a.record_no)
    select distinct h.record_no from heads h join family f on f.head = h.head order by h.record_no`.execute(tx);
  return rows.map((row) => row.recordNo);
}

const GONE = 'This row is no longer in the preview. Reload the page.';
const POSTED = 'The premium of a row is explained while the file is held. See the member for the premium in effect.';

/**
 * Explains the premium change of one record of a held file: the prices of its families before and after it, each by the
 * function of every other price. The records before it are applied first, as when the file is posted.
 */
export async function explainChange(
  work: Work,
  { id: jobId, recordNo }: { id: string; recordNo: number },
): Promise<ExplainedChange> {
  const { rows } =
    await sql<Found>`select j.partner_id, j.retro_ends, j.rehearsed_on, j.premium_day, j.resent_from is not null as is_resent,
      j.status = 'held' as is_held, c.premium_change from file_jobs j join file_changes c on c.job_id = j.id where j.id = ${jobId} and c.record_no = ${recordNo}`.execute(
      work.tx,
    );
  const [found] = rows;
  if (!found) throw new Refusal('not_found', GONE);
  const { premiumDay, premiumChange } = found;
  if (!found.isHeld || premiumDay === null) throw new Refusal('conflict', POSTED);
  const recordNos = await recordsOfFamily(work, jobId, recordNo);
  const explain = (heads: Iterable<PersonDraft>, { people, premiums }: FamiliesInHand) =>
    [...heads].flatMap((head) => {
      const family = [head, ...people.dependentsOf(head.id)];
      const names = new Map(
        family.map(({ id, values }) => [id, `${values.firstName ?? ''} ${values.lastName ?? ''}`.trim()]),
      );
      return premiums.explain(head, people).map((price) => explanationOf(price, names, premiumDay));
    });
  const known = new Set<PersonDraft>();
  let [before, after] = [new Map<string, ReturnType<typeof explain>>(), [] as ReturnType<typeof explain>];
  let change = ZERO;
  await replayRecords(work, jobId, { ...found, premiumDay }, recordNos, {
    around: {
      before: (staged, hand) => {
        if (staged.record.recordNo !== recordNo) return;
        const heads = [...hand.loaded, ...known].filter(({ subscriberId }) => subscriberId === null);
        before = new Map(heads.map((head) => [head.id, explain([head], hand)]));
      },
      after: (staged, heads, hand) => {
        for (const head of heads) known.add(head);
        if (staged.record.recordNo !== recordNo) return;
        after = explain(heads, hand);
        const kept = new Set([...heads].map((head) => head.id));
        before = new Map([...before].filter(([id]) => kept.has(id)));
      },
    },
  });
  const earlier = [...before.values()].flat();
  const sum = (prices: typeof after): number => prices.reduce((all, { monthly }) => all + (monthly ?? 0), 0);
  change = (sum(after) - sum(earlier)) as Cents;
  work.note({ targetKind: 'file_job', targetId: jobId, fields: ['name', 'coverage', 'premium'], itemCount: 1 });
  return { on: premiumDay, before: earlier, after, change, isCurrent: change === premiumChange };
}
