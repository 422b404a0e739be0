import { api } from '../api.ts';
import { command, query } from '../command.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { addDependent, addMember } from './add-member.operations.ts';
import { changePlan, editMember } from './edit-member.operations.ts';
import { memberForEdit } from './edit-member.queries.ts';
import { addForm } from './enrollment-context.queries.ts';
import { householdOfMember } from './household-of-member.ts';
import { enrollmentPrice } from './enrollment-price.queries.ts';
import { correctIdentity, reveal } from './identity.operations.ts';
import { memberDetail } from './member-detail.queries.ts';
import { planChangePrice } from './plan-change-price.queries.ts';
import { membersOfGroup } from './members.queries.ts';
import { recordTobacco } from './tobacco.operations.ts';

export const memberRoutes = {
  ofGroup: api.members.ofGroup.handler(
    query((work, input) => {
      work.note({ targetKind: 'group', targetId: input.groupId, fields: ['name', 'contact', 'plan', 'premium'] });
      return membersOfGroup(pricingOf(work), input, work.today);
    }),
  ),
  get: api.members.get.handler(query(memberDetail)),
  addForm: api.members.addForm.handler(query(({ tx, today }, input) => addForm(tx, input.groupId, today))),
  price: api.members.price.handler(query(enrollmentPrice)),
  add: api.members.add.handler(command(addMember)),
  forEdit: api.members.forEdit.handler(query(memberForEdit)),
  edit: api.members.edit.handler(command(editMember)),
  addDependent: api.members.addDependent.handler(command(addDependent)),
  changePlan: api.members.changePlan.handler(command(changePlan)),
  correctIdentity: api.members.correctIdentity.handler(command(correctIdentity)),
  recordTobacco: api.members.recordTobacco.handler(command(recordTobacco)),
  reveal: api.members.reveal.handler(query(reveal)),
  planChangePrice: api.members.planChangePrice.handler(query(planChangePrice)),
  household: api.members.household.handler(query(householdOfMember)),
};
