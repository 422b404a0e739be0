import { t } from '@lingui/core/macro';
import { problemOf } from '../errors.ts';

export type ToastWords = {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly text?: string | undefined;
  readonly retry?: (() => void) | undefined;
  /** One thing to do about it: 'Undo'. The toast then stays longer. */
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined;
  readonly reference?: string | undefined;
};

let receiver: ((words: ToastWords) => void) | undefined;
const waiting: ToastWords[] = [];

/** The toast host shows new toasts and those added before it was ready. */
export function receiveToasts(receive: (words: ToastWords) => void): void {
  receiver = receive;
  for (const words of waiting.splice(0)) receive(words);
}

function show(words: ToastWords): void {
  if (receiver) receiver(words);
  else waiting.push(words);
}

export function toastGood(title: string, text?: string, action?: ToastWords['action']): void {
  show({ tone: 'good', title, text, action });
}

/** Stays until closed. Messages such as 'Failed to save draft' are under the title 'Error'. */
export function toastBad(
  text: string,
  more: { title?: string; retry?: () => void; reference?: string | undefined } = {},
): void {
  show({ tone: 'bad', title: more.title ?? t`Error`, text, retry: more.retry, reference: more.reference });
}

/** Shows a failed button action: the specified message, otherwise the error's. */
export function toastError(error: unknown, words?: string, retry?: () => void): void {
  const problem = problemOf(error);
  // The gate opens automatically; a toast would repeat it.
  if (problem.code === 'SIGNED_OUT') return;
  toastBad(words ?? problem.message, { reference: problem.reference, retry });
}
