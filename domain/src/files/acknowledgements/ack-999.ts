import { ownSeparators } from './ack-separators.ts';
import { replyHeader } from './ack-ta1.ts';
import {
  acceptedSets,
  groupAnswer,
  type ReceivedGroup,
  type ReceivedInterchange,
  type ReceivedSet,
  type SegmentFinding,
  setAnswer,
} from '../edi-834/received-interchange.ts';
import type { Separators } from '../../x12/separators.ts';
import { fileText, groupText, interchangeText, safeValue, segmentText, setText } from '../../x12/x12-writer.ts';

/** The guide of the acknowledgement: GS08 and ST03. */
const GUIDE_999 = '005010X231A1';
/** IK5 and AK9 have room for five reasons. */
const MOST_REASONS = 5;

/**
 * IK3, its CTX with the business unit, and IK4s. The business unit of an 834 is the subscriber number (REF02 of
 * REF*0F); it is left out where the sender uses the SSN for it.
 */
function findingText(separators: Separators, finding: SegmentFinding): string[] {
  const { segment, position, loop, code, elements, subscriber } = finding;
  // CTX01 is a composite: its separator is put in after its two parts were made safe.
  const unit =
    subscriber === undefined
      ? []
      : [
          `${segmentText(separators, 'CTX', 'SUBSCRIBER NUMBER REF02')}${separators.component}${safeValue(subscriber, separators)}`,
        ];
  return [
    segmentText(separators, 'IK3', segment, position, loop, code),
    ...unit,
    ...elements.map(({ element, dataElement, code: wrong, copy }) =>
      segmentText(separators, 'IK4', element, dataElement, wrong, copy),
    ),
  ];
}

function setLoop(separators: Separators, set: ReceivedSet): string[] {
  const answer = setAnswer(set);
  // 5 says that there are IK3s; the reasons of the envelope come before it.
  const reasons = [...set.reasons, ...(set.findings.length > 0 && !set.reasons.includes('5') ? ['5'] : [])].slice(
    0,
    MOST_REASONS,
  );
  return [
    segmentText(separators, 'AK2', set.kind || '834', set.control || '0000', set.guide),
    ...set.findings.flatMap((finding) => findingText(separators, finding)),
    segmentText(separators, 'IK5', answer, ...reasons),
  ];
}

/**
 * AK1 to AK9 for one group. Where the whole file was refused, only the sets with something wrong are named: the others
 * broke no rule.
 */
function groupLoop(separators: Separators, interchange: ReceivedInterchange, group: ReceivedGroup): string[] {
  const answer = groupAnswer(interchange, group);
  const named = answer === 'R' ? group.sets.filter((set) => setAnswer(set) !== 'A') : group.sets;
  return [
    segmentText(separators, 'AK1', group.code || 'BE', group.control || '0', group.guide),
    ...named.flatMap((set) => setLoop(separators, set)),
    segmentText(
      separators,
      'AK9',
      answer,
      group.stated ?? group.received,
      group.received,
      acceptedSets(interchange, group),
      ...group.reasons.slice(0, MOST_REASONS),
    ),
  ];
}

/**
 * The 999 of one interchange: one set per functional group that came, with the partner's separators. Undefined where no
 * group was understood, or where the group is itself an acknowledgement (GS01 FA), which is never acknowledged. TR3
 * 005010X231A1.
 */
export function ack999Text(
  received: ReceivedInterchange,
  answer: { control: number; now: string },
): string | undefined {
  const groups = received.groups.filter(({ code }) => code !== 'FA');
  if (groups.length === 0) return undefined;
  const separators = ownSeparators(received.separators);
  const header = replyHeader(received, answer);
  const sets = groups.map((group, index) =>
    setText(separators, '999', index + 1, GUIDE_999, groupLoop(separators, received, group)),
  );
  return fileText(
    separators,
    interchangeText(separators, header, 1, groupText(separators, header, 'FA', GUIDE_999, answer.control, sets)),
  );
}
