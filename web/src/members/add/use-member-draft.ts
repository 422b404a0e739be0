import { asksForReason, problemsOfNewMember } from '@openbenefits/domain/members/new-member';
import { useMemo, useReducer, useState } from 'react';
import type { Problem } from '../../errors.ts';
import { words } from '../../words.ts';
import { type MemberFormContext, memberFieldId } from './form-context.ts';
import { firstState, type Ground, reducerFor } from './member-form.ts';

/** Puts the focus on the first field with a problem once it is drawn. */
function focusFirst(paths: readonly string[]): void {
  requestAnimationFrame(() => {
    const fields = paths.map((path) => document.getElementById(memberFieldId(path))).filter((field) => field !== null);
    const first = fields.toSorted((a, b) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )[0];
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  });
}

/**
 * The form, its problems, and which of them are to be seen: those of fields that were filled and left, all after a try
 * to save.
 */
export function useMemberDraft(ground: Ground) {
  const [first] = useState(() => ({ ground, state: firstState(ground), reducer: reducerFor(ground) }));
  const [state, dispatch] = useReducer(first.reducer, first.state);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<{ of: unknown; problems: ReadonlyMap<string, string> }>({
    of: null,
    problems: new Map(),
  });
  const known = useMemo(() => problemsOfNewMember(state.form, first.ground), [state.form, first]);
  // What the server refused holds for the form that was sent.
  const problems = new Map([
    ...(refused.of === state.form ? refused.problems : []),
    ...known.map(({ path, message }) => [path, words(message)] as const),
  ]);

  const filled = (path: string): boolean => {
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], state.form);
    return typeof value === 'string' && value !== '';
  };
  // A date that breaks the waiting period is proposed, not typed; it says so at once.
  const isSeen = (path: string): boolean =>
    attempted ||
    refused.of === state.form ||
    (left.has(path) && filled(path)) ||
    (path.startsWith('plans.') && state.form.hireDate !== '' && filled(path));
  const context: MemberFormContext = {
    state,
    dispatch,
    ground: first.ground,
    problemAt: (path) => (isSeen(path) ? problems.get(path) : undefined),
    leave: (path) => setLeft((before) => (before.has(path) ? before : new Set([...before, path]))),
  };
  return {
    context,
    form: state.form,
    isDirty: state.form !== first.state.form && JSON.stringify(state.form) !== JSON.stringify(first.state.form),
    needsReason: known.some(asksForReason),
    /** Whether it can be sent; shows what is wrong and leads to the first of it otherwise. */
    check: (): boolean => {
      setAttempted(true);
      if (known.length > 0) focusFirst(known.map(({ path }) => path));
      return known.length === 0;
    },
    /** Shows what the server refused at its fields. */
    refuse: (problem: Problem): void => {
      const fields = [...problem.fields].map(([path, message]) => [path.replace(/^member\./, ''), message] as const);
      setRefused({ of: state.form, problems: new Map(fields) });
      focusFirst(fields.map(([path]) => path));
    },
  };
}
