import { describe, expect, it } from 'vitest';
import { type Relationship, correctedRelationship } from './relationship.ts';

describe('a dependent that a file lists with another relationship', () => {
  it.each<[string, Relationship, Relationship, Relationship | 'contradicts']>([
    ['the same', 'child', 'child', 'child'],
    ['an adoption', 'step_child', 'adopted_child', 'adopted_child'],
    ['a stepchild who is known as a child', 'child', 'step_child', 'step_child'],
    ['a ward', 'child', 'other', 'other'],
    ['a grandchild who was adopted', 'other', 'adopted_child', 'adopted_child'],
    ['partners who have married', 'domestic_partner', 'spouse', 'spouse'],
    ['a spouse as a child', 'spouse', 'child', 'contradicts'],
    ['a spouse as another dependent', 'spouse', 'other', 'contradicts'],
    ['a child as a spouse', 'child', 'spouse', 'contradicts'],
    ['another dependent as a partner', 'other', 'domestic_partner', 'contradicts'],
    ['a dependent as the subscriber', 'child', 'self', 'contradicts'],
  ])('%s', (_name, known, said, becomes) => {
    expect(correctedRelationship(known, said, false)).toBe(becomes);
    expect(correctedRelationship(known, said, true)).toBe(becomes);
  });

  it('in a list, the word for any child leaves the kind that is known; an 834 has a code for each', () => {
    expect(correctedRelationship('step_child', 'child', true)).toBe('step_child');
    expect(correctedRelationship('adopted_child', 'child', true)).toBe('adopted_child');
    expect(correctedRelationship('step_child', 'child', false)).toBe('child');
    expect(correctedRelationship('other', 'child', true)).toBe('child');
  });
});
