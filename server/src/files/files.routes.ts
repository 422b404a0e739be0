import type { FileJob } from '@openbenefits/contract/files';
import { isFinished } from '@openbenefits/domain/files/job-status';
import { api } from '../api.ts';
import { command, query, type Work } from '../command.ts';
import { fileAcknowledgement } from './acknowledgements/acknowledgements.queries.ts';
import { approveFile, chooseChanges, rejectFile } from './rehearsal/approvals.operations.ts';
import { decideMissing } from './rehearsal/missing/missing-decisions.operations.ts';
import { listFileChanges, listMissing } from './rehearsal/file-changes.queries.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import { explainChange } from './rehearsal/premiums/explained-change.ts';
import { filePremiums } from './rehearsal/premiums/posted-premiums.ts';
import { rehearseHeld, takeNamedGroup } from './rehearsal/rehearse-again.operations.ts';
import { fileAtAGlance, fileJob, listFileJobs, requireFile } from './file-jobs.queries.ts';
import { listOutcomes, listRefusals } from './file-people.queries.ts';
import { listEvents } from './queue/file-events.ts';
import { retryFile } from './files.operations.ts';
import { createOutboundFile, saveCarrierProfile } from './outbound/outbound.operations.ts';
import { listCarrierProfiles, listOutboundFiles } from './outbound/outbound.queries.ts';
import { inboundAnswers } from './acknowledgements/inbound-acknowledgements.ts';
import {
  pauseFile,
  pauseQueue,
  processAll,
  resumeFile,
  resumeQueue,
  retryFailed,
  saveQueueSettings,
  setPriority,
} from './queue/queue.operations.ts';
import { removeFile, removeOriginal } from './queue/remove-file.operations.ts';
import { queueState } from './queue/queue.queries.ts';
import { addColumn, columnsToAdd } from './refused/add-column.operations.ts';
import { findSubscribers } from './refused/find-subscriber.ts';
import { listCauses } from './refused/refusal-causes.queries.ts';
import { listRefusedRows, mendRow } from './refused/refused-grid.operations.ts';
import { resendRefused } from './refused/resend.operations.ts';
import { mapColumns, mapWord, previewColumns } from './partners/sender-mapping.operations.ts';
import { acceptPart, acceptReceiver, acceptReference, mapPlanCode } from './partners/trading-partners.operations.ts';
import { stopUndo } from './undo/undo-import.operations.ts';
import { watching } from './watching.ts';

const LOOK_AT_FILE_MS = 300;
/**
 * A small file is done in a moment, and so long nobody should wait to be told: the first looks follow each other
 * sooner.
 */
const FIRST_LOOK_MS = 40;
const LATER_BY = 1.5;
/** Nothing works on it any more, but somebody may retry, resend or undo it. */
const LOOK_AT_FINISHED_MS = 2000;
/** Nobody is left whom an undo could put back, and to make sure of it takes a while after a large file. */
const LOOK_AT_UNDONE_MS = 30_000;
/** How many people of a large file were put back takes a while to count, too (60,000: 0.1 s), and more may be. */
const LOOK_AT_PARTLY_UNDONE_MS = 5000;
const LOOK_AT_QUEUE_MS = 700;

function everyMsOf(job: FileJob, looks: number): number {
  if (isFinished(job) && job.undone) return job.undone.all ? LOOK_AT_UNDONE_MS : LOOK_AT_PARTLY_UNDONE_MS;
  return isFinished(job) ? LOOK_AT_FINISHED_MS : Math.min(LOOK_AT_FILE_MS, FIRST_LOOK_MS * LATER_BY ** looks);
}

/** A read about one file: of one that is not there, or that the reader may not see, only that is told. */
const ofFile = <I extends { id: string }, O>(read: (work: Work, input: I) => Promise<O>) =>
  query(async (work: Work, input: I) => {
    await requireFile(work.tx, input.id);
    return read(work, input);
  });

export const fileRoutes = {
  jobs: api.files.jobs.handler(query(listFileJobs)),
  job: api.files.job.handler(query((work, input) => fileJob(work, input.id))),
  watch: api.files.watch.handler(
    watching(
      query((work, input: { id: string }) => fileJob(work, input.id)),
      everyMsOf,
      query((work, input: { id: string }) => fileAtAGlance(work.tx, input.id)),
    ),
  ),
  refusals: api.files.refusals.handler(ofFile(listRefusals)),
  outcomes: api.files.outcomes.handler(ofFile(listOutcomes)),
  retry: api.files.retry.handler(command(retryFile)),
  stopUndo: api.files.stopUndo.handler(command(stopUndo)),
  changes: api.files.changes.handler(ofFile(listFileChanges)),
  explainChange: api.files.explainChange.handler(ofFile(explainChange)),
  premiums: api.files.premiums.handler(ofFile((work, input) => filePremiums(pricingOf(work), input.id))),
  missing: api.files.missing.handler(ofFile(listMissing)),
  choose: api.files.choose.handler(command(chooseChanges)),
  approve: api.files.approve.handler(command(approveFile)),
  reject: api.files.reject.handler(command(rejectFile)),
  remove: api.files.remove.handler(command(removeFile)),
  removeOriginal: api.files.removeOriginal.handler(command(removeOriginal)),
  decideMissing: api.files.decideMissing.handler(command(decideMissing)),
  causes: api.files.causes.handler(ofFile(listCauses)),
  resend: api.files.resend.handler(command(resendRefused)),
  refusedRows: api.files.refusedRows.handler(query(listRefusedRows)),
  findSubscribers: api.files.findSubscribers.handler(ofFile(findSubscribers)),
  mendRow: api.files.mendRow.handler(command(mendRow)),
  columnsToAdd: api.files.columnsToAdd.handler(query(columnsToAdd)),
  addColumn: api.files.addColumn.handler(command(addColumn)),
  columns: api.files.columns.handler(query(previewColumns)),
  mapColumns: api.files.mapColumns.handler(command(mapColumns)),
  mapWord: api.files.mapWord.handler(command(mapWord)),
  acceptReference: api.files.acceptReference.handler(command(acceptReference)),
  acceptPart: api.files.acceptPart.handler(command(acceptPart)),
  acceptReceiver: api.files.acceptReceiver.handler(command(acceptReceiver)),
  rehearse: api.files.rehearse.handler(command(rehearseHeld)),
  takeNamedGroup: api.files.takeNamedGroup.handler(command(takeNamedGroup)),
  mapPlanCode: api.files.mapPlanCode.handler(command(mapPlanCode)),
  acknowledgement: api.files.acknowledgement.handler(ofFile(fileAcknowledgement)),
  answers: api.files.answers.handler(ofFile(inboundAnswers)),
  outbound: {
    profiles: api.files.outbound.profiles.handler(query(listCarrierProfiles)),
    saveProfile: api.files.outbound.saveProfile.handler(command(saveCarrierProfile)),
    files: api.files.outbound.files.handler(query(listOutboundFiles)),
    create: api.files.outbound.create.handler(command(createOutboundFile)),
  },
  queue: {
    state: api.files.queue.state.handler(query(queueState)),
    watch: api.files.queue.watch.handler(
      watching(
        query((work, _input: unknown) => queueState(work)),
        () => LOOK_AT_QUEUE_MS,
      ),
    ),
    pause: api.files.queue.pause.handler(command(pauseQueue)),
    resume: api.files.queue.resume.handler(command(resumeQueue)),
    retryFailed: api.files.queue.retryFailed.handler(command(retryFailed)),
    processAll: api.files.queue.processAll.handler(command(processAll)),
    saveSettings: api.files.queue.saveSettings.handler(command(saveQueueSettings)),
    pauseFile: api.files.queue.pauseFile.handler(command(pauseFile)),
    resumeFile: api.files.queue.resumeFile.handler(command(resumeFile)),
    setPriority: api.files.queue.setPriority.handler(command(setPriority)),
    events: api.files.queue.events.handler(ofFile(({ tx }, input: { id: string }) => listEvents(tx, input.id))),
  },
};
