import { interchangeAnswer, type ReceivedInterchange } from '../edi-834/received-interchange.ts';
import { fileText, interchangeText, segmentText, type EnvelopeHeader } from '../../x12/x12-writer.ts';
import { ownSeparators } from './ack-separators.ts';

/** TA105, interchange note codes (element I18), as sentences about the file of the sender. */
export const TA1_NOTE: ReadonlyMap<string, string> = new Map([
  ['000', 'The envelope is valid'],
  ['001', 'The control number in the trailer (IEA02) differs from the one in the header (ISA13)'],
  ['003', 'The version in the header (ISA12) is not supported'],
  ['004', 'The segment terminator is not valid'],
  ['005', 'The sender qualifier (ISA05) is not in the guide'],
  ['006', 'The sender in the header (ISA06) is missing'],
  ['007', 'The receiver qualifier (ISA07) is not in the guide'],
  ['008', 'The receiver in the header (ISA08) is missing'],
  ['009', 'The receiver in the header (ISA08) is unknown'],
  ['010', 'The authorization qualifier (ISA01) is neither 00 nor 03'],
  ['012', 'The security qualifier (ISA03) is neither 00 nor 01'],
  ['019', 'The request for an acknowledgement (ISA14) is neither 0 nor 1'],
  ['014', 'The date in the header (ISA09) is not a date'],
  ['015', 'The time in the header (ISA10) is not a time'],
  ['017', 'The version in the header (ISA12) is not 00501'],
  ['018', 'The control number in the header (ISA13) does not have nine digits'],
  ['020', 'The test indicator (ISA15) is neither T nor P'],
  ['021', 'The number of functional groups in the trailer (IEA01) differs from the number received'],
  ['022', 'The control segments are out of order'],
  ['023', 'The file is cut off: its trailer is missing'],
  ['024', 'The content between header and trailer is not valid'],
  ['025', 'This control number (ISA13) was already received from the same sender'],
  ['026', 'The element separator is not valid'],
  ['027', 'The component separator (ISA16) is missing, or is another separator'],
]);

/** What the sender does about it. */
export const TA1_MEND: ReadonlyMap<string, string> = new Map([
  ['001', 'Write the same nine digits into ISA13 and IEA02.'],
  ['003', 'Send version 00501.'],
  ['004', 'Use ~ or another character that is neither a letter nor a digit.'],
  ['005', 'Write ZZ, or the agreed qualifier, into ISA05.'],
  ['007', 'Write ZZ, or the agreed qualifier, into ISA07.'],
  ['008', 'Write the agreed receiver into ISA08.'],
  ['009', 'Write the agreed receiver into ISA08, or tell us that it is new.'],
  ['010', 'Write 00 into ISA01.'],
  ['012', 'Write 00 into ISA03.'],
  ['019', 'Write 0 or 1 into ISA14.'],
  ['006', 'Write your ID into ISA06, and use the same one in every file.'],
  ['014', 'Write the date as YYMMDD.'],
  ['015', 'Write the time as HHMM.'],
  ['017', 'Write 00501 into ISA12.'],
  ['018', 'Write nine digits, with leading zeros.'],
  ['020', 'Write P for a real file and T for a test.'],
  ['021', 'Count the GS segments and write their number into IEA01.'],
  ['022', 'Send the full file again.'],
  ['023', 'Send the full file again, up to its IEA.'],
  ['024', 'Send the full file again.'],
  ['025', 'Use a new control number for every interchange. Repeat one only to send the same file again.'],
  ['026', 'Use * or another character that is neither a letter nor a digit.'],
  ['027', 'Write a different component separator into ISA16, before the segment terminator.'],
]);

/**
 * A TA1 for one interchange, in an envelope of its own (TA1 is sent without a functional group, so IEA01 is 0).
 * `control` is our own number; X12 005010 interchange acknowledgement, TR3 005010X231A1 appendix C.
 */
export function ta1Text(received: ReceivedInterchange, answer: { control: number; now: string }): string {
  const separators = ownSeparators(received.separators);
  const ta1 = segmentText(
    separators,
    'TA1',
    received.control || '000000000',
    received.date,
    received.time,
    interchangeAnswer(received),
    received.note,
  );
  return fileText(separators, interchangeText(separators, replyHeader(received, answer), 0, [ta1]));
}

/** Back to the sender: who sent receives. */
export function replyHeader(
  received: ReceivedInterchange,
  { control, now }: { control: number; now: string },
): EnvelopeHeader {
  const [group] = received.groups;
  return {
    senderQualifier: received.receiverQualifier,
    senderId: received.receiverId,
    receiverQualifier: received.senderQualifier,
    receiverId: received.senderId,
    groupSender: group?.receiver || received.receiverId,
    groupReceiver: group?.sender || received.senderId,
    control,
    usage: received.usage,
    now,
  };
}
