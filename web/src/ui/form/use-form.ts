import type { Problem as DomainProblem } from '@openbenefits/domain/refusal';
import { useForm as useMantineForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useId, useRef, useState } from 'react';
import { type Problem, problemOf } from '../../errors.ts';
import { words } from '../../words.ts';
import { focusInvalid } from '../focus-return.ts';
import type { FieldBinding } from './field.ts';

type Options<Values> = {
  readonly initial: Values;
  /** The rules of domain: each problem at its field's path. They show once the form was sent in vain. */
  readonly problemsOf: (values: Values) => readonly DomainProblem[];
  /** Throws what the server refused. */
  readonly send: (values: Values) => Promise<unknown>;
  /** The path prefix in the request: the server names `values.firstName`, the form `firstName`. */
  readonly sentAs?: string;
  /** Puts a refusal into other words. */
  readonly explain?: (problem: Problem) => Problem;
  /** Whether a problem of a path shows before the form was sent; `wasLeft`: the field was entered and left. */
  readonly isSeen?: (path: string, values: Values, wasLeft: boolean) => boolean;
  /** Handles an error elsewhere, such as a conflict; returns true if handled. */
  readonly onRefused?: (problem: Problem) => boolean;
};

const isStale = (problem: Problem | undefined): boolean => problem?.code === 'CONFLICT';

type Core<Values> = UseFormReturnType<Values>;

/** Focuses the first invalid field once it is drawn as invalid. */
function useFirstProblem(): () => void {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown > 0) focusInvalid();
  }, [shown]);
  return () => setShown((count) => count + 1);
}

/** Sends values, one request at a time, and keeps what the server refused. */
function useSending<Values extends object>(core: Core<Values>, options: Options<Values>, onFieldErrors: () => void) {
  const { send, sentAs, explain, onRefused } = options;
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  // The two presses of a double click come before anything is drawn again.
  const running = useRef(false);
  const pathIn = (path: string): string =>
    sentAs && path.startsWith(`${sentAs}.`) ? path.slice(sentAs.length + 1) : path;

  /** Sends the values; a second press during the request does nothing. */
  const save = async (wanted: Values = core.values, sending: typeof send = send): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    core.clearErrors();
    try {
      await sending(wanted);
    } catch (error) {
      const said = problemOf(error);
      const found = explain ? explain(said) : said;
      if (onRefused?.(found)) return;
      core.setErrors(Object.fromEntries([...found.fields].map(([path, message]) => [pathIn(path), message])));
      setProblem(found);
      setFailure(error);
      if (found.fields.size > 0) onFieldErrors();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { problem, setProblem, failure, busy, save };
}

/** Returns the error to show at a field: a rule of domain if shown, else the server's since its last change. */
function errorsOf<Values extends object>(
  core: Core<Values>,
  known: readonly DomainProblem[],
  isShown: (path: string) => boolean,
): (path: string) => string | undefined {
  const local = new Map(known.map(({ path, message }) => [path, words(message)]));
  return (path) => {
    const refused = core.errors[path];
    return (isShown(path) ? local.get(path) : undefined) ?? (typeof refused === 'string' ? refused : undefined);
  };
}

/**
 * The form hook: values, field errors, changes, and a single submit. Server errors are shown at their fields, and the
 * first such field gets focus. Values are kept by @mantine/form (decisions/0042-forms.md).
 */
export function useForm<Values extends object>(options: Options<Values>) {
  const { initial, problemsOf, isSeen } = options;
  const prefix = useId();
  const core = useMantineForm<Values>({ initialValues: initial, clearInputErrorOnChange: false });
  const { values } = core;
  const [attempted, setAttempted] = useState(false);
  const showFirst = useFirstProblem();
  const { problem, setProblem, failure, busy, save } = useSending(core, options, showFirst);
  const known = problemsOf(values);
  const errorAt = errorsOf(core, known, (path) => attempted || isSeen?.(path, values, core.isTouched(path)) === true);

  /** Sets several values at once and clears their server errors. */
  const update = (change: Partial<Values>): void => {
    core.setValues(change);
    for (const path of Object.keys(core.errors)) {
      const [name = ''] = path.split('.');
      if (Object.hasOwn(change, name)) core.clearFieldError(path);
    }
    // What rests on values that are no longer so stays until they are loaded.
    if (!isStale(problem)) setProblem(undefined);
  };
  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]): void =>
    update({ [name]: value } as unknown as Partial<Values>);
  const bind = <Value>(path: string, value: Value, onChange: (value: Value) => void): FieldBinding<Value> => ({
    id: `${prefix}-${path}`,
    value,
    onChange,
    // Entered and left: what is wrong with it may show.
    onBlur: () => core.setTouched((touched) => ({ ...touched, [path]: true })),
    error: errorAt(path),
  });

  return {
    values,
    initial: core.getInitialValues(),
    set,
    update,
    /** The binding of a field by its name. */
    field: <Name extends keyof Values & string>(name: Name): FieldBinding<Values[Name]> =>
      bind(name, values[name], (value) => set(name, value)),
    /** The binding of a field inside another, at its path. */
    bind,
    errorAt,
    /** Includes problems that are not shown yet. */
    known,
    isDirty: core.isDirty(),
    busy,
    /** What the server refused, with the fields it named. */
    problem,
    /** The same where no field of the form shows it. */
    formProblem: problem && problem.fields.size === 0 ? problem : undefined,
    /** The error itself if no field shows it, for callers with their own messages. */
    formError: problem && problem.fields.size === 0 ? failure : undefined,
    isStale: isStale(problem),
    save,
    /** Validates and focuses the first problem, or sends. */
    submit: (): void => {
      setAttempted(true);
      if (known.length > 0) showFirst();
      else void save();
    },
    /** Restarts with other values, for example after another user saved. `values`: keeps entered ones. */
    rebase: (begin: Values, entered: Values = begin): void => {
      core.setInitialValues(begin);
      core.setValues(entered);
      core.clearErrors();
      setProblem(undefined);
    },
    reset: (): void => {
      core.reset();
      setAttempted(false);
      setProblem(undefined);
    },
  };
}
