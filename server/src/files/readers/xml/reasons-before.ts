import { REFUSAL_REASON } from '@openbenefits/domain/files/census/headings/columns';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { openProblem } from '@openbenefits/domain/files/of-other-rows';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { Frame } from './open-element.ts';
import { isPersonTag } from './person-elements.ts';

/** The comments in a file of refused people that say why the person behind each was refused. */
export class ReasonsBefore {
  private readonly facts: Pick<FileFacts, 'ofRefused'>;
  private open: RecordProblem | undefined;

  constructor(facts: Pick<FileFacts, 'ofRefused'>) {
    this.facts = facts;
  }

  /** Whether a comment is one of ours. */
  take(comment: string): boolean {
    const [, reason] = comment.split(`${REFUSAL_REASON}:`);
    if (reason === undefined || !comment.trimStart().startsWith(REFUSAL_REASON)) return false;
    this.facts.ofRefused = true;
    this.open ??= openProblem(reason);
    return true;
  }

  /** What is still open of the person whose element begins. */
  tell(frame: Frame): void {
    if (!this.open || !isPersonTag(frame.tag)) return;
    frame.problems.push(this.open);
    this.open = undefined;
  }
}
