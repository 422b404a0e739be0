import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { v7 as uuidv7 } from 'uuid';
import { api } from '../api.ts';
import { command, query, type Work } from '../command.ts';

const PATH = { groups: /^\/(groups|ichra\/groups)(\/|\?|$)/, members: /^\/members(\/|\?|$)/ } as const;
const MOST = 50;

/** An address of this list without a search term, which is never saved because it may name a person. */
function problemsOf(list: 'groups' | 'members', name: string, address: string): Problem[] {
  const problems: Problem[] = [];
  if (name === '') problems.push({ path: 'name', message: 'Enter a name for this view.' });
  if (name.length > 60) problems.push({ path: 'name', message: 'Use at most 60 characters for the name.' });
  const isHere = PATH[list].test(address);
  const parameters = isHere ? new URL(address, 'https://openbenefits.invalid').searchParams : new URLSearchParams();
  if (!isHere || ['search', 'after', 'member'].some((key) => parameters.has(key)))
    problems.push({
      path: 'address',
      message: 'Only filters, sort and columns of this list can be saved, not a search.',
    });
  return problems;
}

async function save(
  { tx, actor, now }: Work,
  { list, name, address }: { list: 'groups' | 'members'; name: string; address: string },
): Promise<{ id: string }> {
  refuseIfAny(problemsOf(list, name, address));
  const own = await tx
    .selectFrom('savedViews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', actor.id)
    .executeTakeFirstOrThrow();
  if (own.count >= MOST)
    throw new Refusal('limit', `You have ${MOST} saved views. Delete one you no longer need first.`);
  return tx
    .insertInto('savedViews')
    .values({ id: uuidv7(), userId: actor.id, list, name, address, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'userId', 'list', 'name']).doUpdateSet({ address, createdAt: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function remove({ tx, actor }: Work, { id }: { id: string }): Promise<{ removed: true }> {
  const gone = await tx.deleteFrom('savedViews').where('id', '=', id).where('userId', '=', actor.id).executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found', 'This view no longer exists.');
  return { removed: true };
}

export const viewRoutes = {
  list: api.views.list.handler(
    query(({ tx, actor }, { list }) =>
      tx
        .selectFrom('savedViews')
        .select(['id', 'name', 'address', 'createdAt'])
        .where('userId', '=', actor.id)
        .where('list', '=', list)
        .orderBy('name')
        .execute(),
    ),
  ),
  save: api.views.save.handler(command(save)),
  remove: api.views.remove.handler(command(remove)),
};
