import type { WordKind } from './census/mapping.ts';

/** What a kind of word is called. */
export const WORD_KIND_LABEL: Readonly<Record<WordKind | 'plan', string>> = {
  relationship: 'Relationship',
  gender: 'Gender',
  tier: 'Coverage level',
  action: 'Action',
  yes_no: 'Yes or no',
  waiver: 'No coverage',
  plan: 'Plan',
};

/** What a word of each kind can mean. */
export const GENDER_MEANING_LABEL = { female: 'Female', male: 'Male', unknown: 'Not specified' } as const;
export const ACTION_MEANING_LABEL = {
  add: 'Add',
  change: 'Change',
  end: 'End coverage',
  reinstate: 'Reinstate',
  compare: 'Compare',
} as const;
export const YES_NO_LABEL = { yes: 'Yes', no: 'No' } as const;
export const WAIVER_LABEL = { none: 'No coverage' } as const;
