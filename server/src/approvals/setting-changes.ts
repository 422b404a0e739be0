import type { SubjectKind } from '@openbenefits/domain/approvals/subjects';
import type { Permission } from '@openbenefits/domain/permissions';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import { ask } from './approvals.operations.ts';
import type { ApprovalFact, ApprovalSubject, Described } from './subject.ts';
import { digestOf } from './subject-with.ts';

/** A value as it is stored in a change: JSON, bank account numbers sealed. */
export type SettingValue = Readonly<Record<string, string | number | boolean | null>>;

/** A setting that changes only with a second person. */
export type ApprovedSetting = {
  readonly setting: string;
  /** Whose permissions its changes take; 'setting' without one. */
  readonly kind?: SubjectKind;
  readonly label: string;
  /** What the one who asks for a change holds. */
  readonly asks: Permission;
  /** How a key reads in titles; without it, as it is. */
  nameOf?(this: void, key: string): string;
  /** The page that shows it. */
  readonly link: string;
  /** The value in force for a key, locked; null where there is none yet. */
  read(work: Work, key: string): Promise<SettingValue | null>;
  /** The value in words; of bank accounts only the last four digits. */
  facts(this: void, value: SettingValue): ApprovalFact[];
  /** Puts a value in force. */
  apply(work: Work, key: string, value: SettingValue, askedByName: string): Promise<void>;
};

type Stored = {
  id: string;
  setting: string;
  key: string;
  after: SettingValue;
  status: 'waiting' | 'in_force' | 'given_up';
  askedBy: string;
  askedByName: string;
};

/** What differs, as before and after. */
function factsOf(setting: ApprovedSetting, before: SettingValue | null, after: SettingValue): ApprovalFact[] {
  const was = new Map((before === null ? [] : setting.facts(before)).map(({ label, value }) => [label, value]));
  return setting
    .facts(after)
    .filter(({ label, value }) => was.get(label) !== value)
    .map(({ label, value }) => ({ label, value: before === null ? value : `${was.get(label) ?? '—'} → ${value}` }));
}

/** The subject of the approvals that puts changed settings of a kind in force. */
export function settingSubject(settings: readonly ApprovedSetting[], kind: SubjectKind = 'setting'): ApprovalSubject {
  const settingOf = (name: string): ApprovedSetting => {
    const found = settings.find(({ setting }) => setting === name);
    if (!found) throw new Error(`No feature tells what the setting ${name} is`);
    return found;
  };
  const stored = async ({ tx }: Work, id: string): Promise<Stored> => {
    const { rows } = await sql<Stored>`
      select id, setting, key, after, status, asked_by, asked_by_name from setting_changes where id = ${id} for update`.execute(
      tx,
    );
    const [change] = rows;
    if (!change) throw new Refusal('not_found', 'This change of a setting does not exist.');
    return change;
  };
  const decide = async (work: Work, id: string, status: Stored['status']): Promise<void> => {
    await work.tx
      .updateTable('settingChanges')
      .set({ status, decidedByName: work.actor.name, decidedAt: work.now })
      .where('id', '=', id)
      .execute();
  };
  return {
    kind,
    async describe(work, id): Promise<Described> {
      const { setting: name, key, after, askedBy } = await stored(work, id);
      const setting = settingOf(name);
      const before = await setting.read(work, key);
      return {
        groupId: null,
        title: key === '' ? setting.label : `${setting.label}: ${setting.nameOf?.(key) ?? key}`,
        link: setting.link,
        cents: null,
        asks: setting.asks,
        authors: [askedBy],
        content: { name, key, before, after },
        facts: factsOf(setting, before, after),
      };
    },
    async carryOut(work, id) {
      const { setting: name, key, after, status, askedByName } = await stored(work, id);
      if (status !== 'waiting') throw new Refusal('state', 'This change was already decided.');
      await settingOf(name).apply(work, key, after, askedByName);
      await decide(work, id, 'in_force');
    },
    giveUp: (work, id) => decide(work, id, 'given_up'),
  };
}

/**
 * Asks for another value of a setting. It is in force once another person has approved it; an earlier request for the
 * same setting is given up. Rejects a value that is in force already.
 */
export async function changeSetting(
  work: Work,
  setting: ApprovedSetting,
  key: string,
  after: SettingValue,
): Promise<{ approvalId: string; waitsBecause: string | null }> {
  const { tx, actor, now, note, services } = work;
  const { kind = 'setting' } = setting;
  const before = await setting.read(work, key);
  if (before !== null && digestOf(before) === digestOf(after))
    throw new Refusal('state', 'Nothing differs from what is in force.');
  await sql`with given_up as (
      update setting_changes set status = 'given_up', decided_by_name = ${actor.name}, decided_at = ${now}
      where setting = ${setting.setting} and key = ${key} and status = 'waiting' returning id)
    update approvals set status = 'void', decision_reason = 'Another value was asked for.'
    where subject_kind = ${kind} and status = 'waiting' and subject_id in (select id::text from given_up)`.execute(tx);
  const id = uuidv7();
  await tx
    .insertInto('settingChanges')
    .values({
      id,
      setting: setting.setting,
      key,
      before: before === null ? null : JSON.stringify(before),
      after: JSON.stringify(after),
      askedBy: actor.id,
      askedByName: actor.name,
      askedAt: now,
    })
    .execute();
  note({ targetKind: 'setting_change', targetId: id, reason: setting.label });
  const { approvalId, waitsBecause } = await ask(work, services.approvals.subjectOf(kind), id);
  return { approvalId, waitsBecause };
}
