import { change, read, sometimes, stepUp } from './row.ts';

/** Members, their coverage and duplicates. */
export const MEMBERS = {
  'members.ofGroup': read('groups', 'members.view'),
  'members.get': sometimes(read('groups', 'members.view'), {
    'compliance.audit': 'an address restricted by its owner',
  }),
  'members.addForm': read('groups', 'members.view'),
  'members.price': read('groups', 'members.view'),
  'members.add': change('groups', 'billed', 'members.add'),
  'members.forEdit': read('groups', 'members.edit'),
  'members.edit': change('groups', 'billed', 'members.edit'),
  'members.addDependent': change('groups', 'billed', 'members.add'),
  'members.changePlan': change('groups', 'billed', 'members.edit'),
  'members.planChangePrice': read('groups', 'members.edit'),
  'members.correctIdentity': change('groups', 'billed', 'members.edit'),
  'members.recordTobacco': change('groups', 'billed', 'members.edit'),
  'members.reveal': stepUp(read('groups', 'protected.reveal')),
  'members.household': stepUp(read('groups', 'protected.reveal', 'members.view')),
  'terminations.preview': read('groups', 'members.view'),
  'terminations.end': change('groups', 'billed', 'members.remove'),
  'terminations.reinstatePreview': read('groups', 'members.view'),
  'terminations.reinstate': change('groups', 'billed', 'members.edit'),
  'directory.list': read('groups', 'members.view'),
  'directory.total': read('groups', 'members.view'),
  'directory.stats': read('groups', 'members.view'),
  'directory.plans': read('groups', 'members.view'),
  'duplicates.list': read('groups', 'members.view'),
  'duplicates.compare': read('groups', 'members.view'),
  'duplicates.merge': change('groups', 'billed', 'members.edit'),
  'duplicates.dismiss': change('groups', 'billed', 'members.edit'),
};
