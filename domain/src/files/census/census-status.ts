import { wordsOf, type CellValue } from './census-values.ts';

/** What a column for the status of an employee, or of an election, says: works here, has left, goes on as COBRA or as a retiree, or takes no coverage. */
export type CensusStatus = 'active' | 'left' | 'cobra' | 'retired' | 'waived';

const STATUS = new Map<string, CensusStatus>();
const put = (status: CensusStatus, words: string): void => words.split(' ').forEach((word) => STATUS.set(word, status));
put(
  'active',
  'active a act leave loa onleave leaveofabsence fmla medicalleave paidleave unpaidleave fulltime ft parttime pt regular employed enrolled enroll elected elect covered approved yes y newhire new activeemployee rehired rehire current',
);
put('left', 'terminated term t termed inactive i inactiveemployee separated resigned deceased dismissed laidoff exemployee formeremployee former left ended cancelled canceled expired lapsed quit voluntarytermination involuntarytermination');
put('cobra', 'cobra cobraparticipant oncobra cobraactive continuation');
put('retired', 'retired retiree ret');
put('waived', 'waived waive waiver declined decline optout optedout notenrolled nocoverage refused');

/** The status that a word means; undefined for one we do not know. */
export const readStatus = (cell: CellValue): CensusStatus | undefined => STATUS.get(wordsOf(String(cell)));
