import { ANSWERS_MESSAGES } from './answers.ts';
import { CENSUS_MESSAGES } from './census.ts';
import { COVERAGE_MESSAGES } from './coverage.ts';
import { COVERAGE_ON_RECORD_MESSAGES } from './coverage-on-record.ts';
import { EDI_834_MESSAGES } from './edi-834.ts';
import { EDI_ENVELOPE_MESSAGES } from './edi-envelope.ts';
import { FAMILIES_MESSAGES } from './families.ts';
import { HOLDS_MESSAGES } from './holds.ts';
import { LOG_MESSAGES } from './log.ts';
import { MATCHING_MESSAGES } from './matching.ts';
import { PEOPLE_MESSAGES } from './people.ts';
import { PLANS_MESSAGES } from './plans.ts';
import { READING_MESSAGES } from './reading.ts';
import { REFUSALS_MESSAGES } from './refusals.ts';
import type { MessageTable } from './message-table.ts';

/** Every message about a file by its code. Adding one: a line in the file of its theme, then `node web/extract-messages.ts`. */
export const FILE_MESSAGES = {
  ...ANSWERS_MESSAGES,
  ...CENSUS_MESSAGES,
  ...COVERAGE_MESSAGES,
  ...COVERAGE_ON_RECORD_MESSAGES,
  ...EDI_834_MESSAGES,
  ...EDI_ENVELOPE_MESSAGES,
  ...FAMILIES_MESSAGES,
  ...HOLDS_MESSAGES,
  ...LOG_MESSAGES,
  ...MATCHING_MESSAGES,
  ...PEOPLE_MESSAGES,
  ...PLANS_MESSAGES,
  ...READING_MESSAGES,
  ...REFUSALS_MESSAGES,
} as const satisfies MessageTable;
export type FileMessageCode = keyof typeof FILE_MESSAGES;
