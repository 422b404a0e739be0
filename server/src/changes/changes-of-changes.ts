import type { ChangeFeature } from '../change-registry.ts';
import type { Services } from '../request-context.ts';

/** What the history writes itself: an undo is a change, and the end of it. */
export const CHANGES_OF_CHANGES: ChangeFeature<Services> = {
  kinds: { undo: { never: 'An undo cannot be undone. Make the change again instead.' } },
};
