import type { GroupDetail } from '@openbenefits/contract/groups';
import { groupFormOf } from '@openbenefits/domain/groups/group-edit';
import type { GroupField, GroupForm } from '@openbenefits/domain/groups/group-fields';

/** A group as its edit form has it: empty text or 0 for no value. */
export const formOfGroup = (group: GroupDetail): GroupForm => groupFormOf(group, group.taxIdLast4);

export function pick(form: GroupForm, fields: readonly GroupField[]): Partial<GroupForm> {
  return Object.fromEntries(fields.map((field) => [field, form[field]]));
}
