import type { WordKind } from '@openbenefits/domain/files/census/mapping';
import {
  ACTION_MEANING_LABEL,
  GENDER_MEANING_LABEL,
  RELATIONSHIP_LABEL,
  TIER_LABEL,
  WAIVER_LABEL,
  YES_NO_LABEL,
} from '../../domain-labels.ts';
import type { Choice } from '../../ui/Fields.tsx';
import { ownValue } from '@openbenefits/domain/own-value';

const LABELS: Readonly<Record<WordKind, Readonly<Record<string, string>>>> = {
  relationship: RELATIONSHIP_LABEL,
  gender: GENDER_MEANING_LABEL,
  tier: TIER_LABEL,
  action: ACTION_MEANING_LABEL,
  yes_no: YES_NO_LABEL,
  waiver: WAIVER_LABEL,
};

/** What a word of a kind can mean. */
export const meaningChoices = (kind: WordKind): Choice[] =>
  Object.entries(LABELS[kind]).map(([value, label]) => ({ value, label }));

/** What a word was understood as; the name of a plan stays as it is. */
export const meaningLabel = (kind: WordKind, meaning: string): string => ownValue(LABELS[kind], meaning) ?? meaning;
