import { api } from '../../api.ts';
import { command, query } from '../../command.ts';
import {
  editRecurring,
  endRecurring,
  pauseRecurring,
  resumeRecurring,
  setUpRecurring,
  skipNext,
} from './recurring.operations.ts';
import { listRecurring } from './recurring.queries.ts';

export const recurringRoutes = {
  list: api.recurringPayments.list.handler(query(listRecurring)),
  setUp: api.recurringPayments.setUp.handler(command(setUpRecurring)),
  edit: api.recurringPayments.edit.handler(command(editRecurring)),
  pause: api.recurringPayments.pause.handler(command(pauseRecurring)),
  resume: api.recurringPayments.resume.handler(command(resumeRecurring)),
  skip: api.recurringPayments.skip.handler(command(skipNext)),
  end: api.recurringPayments.end.handler(command(endRecurring)),
};
