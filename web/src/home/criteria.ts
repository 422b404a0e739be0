import type { SearchCriteria } from '@openbenefits/contract/search';

export type Status = SearchCriteria['status'];
export type Criteria = Required<{ [Key in keyof SearchCriteria]: NonNullable<SearchCriteria[Key]> }>;
export type TextField = Exclude<keyof Criteria, 'status'>;

export const NO_CRITERIA: Criteria = {
  term: '',
  firstName: '',
  lastName: '',
  email: '',
  employeeId: '',
  ssn: '',
  jobTitle: '',
  companyName: '',
  cimNumber: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  status: 'all',
};

/** A search needs a text; a status alone is only a filter (specification 1, section 5). */
export function isBlank(criteria: Criteria): boolean {
  return Object.entries(criteria).every(([field, value]) => field === 'status' || value.trim() === '');
}

/** An SSN is searched by all nine or the last four digits; anything else gets a message instead of an empty list. */
export function isSearchableSsn(ssn: string): boolean {
  const digits = ssn.replace(/\D/g, '').length;
  return ssn.trim() === '' || digits === 9 || digits === 4;
}

/** Only what is filled travels. */
export function filled(criteria: Criteria): SearchCriteria {
  const texts = Object.entries(criteria).filter(([field, value]) => field !== 'status' && value.trim() !== '');
  return { ...Object.fromEntries(texts.map(([field, value]) => [field, value.trim()])), status: criteria.status };
}

/** Returns the words to highlight in results; never an SSN. */
export function markedWords(criteria: SearchCriteria): string[] {
  const { ssn: _ssn, status: _status, ...texts } = criteria;
  return [...new Set(Object.values(texts).filter((text): text is string => typeof text === 'string' && text !== ''))];
}
