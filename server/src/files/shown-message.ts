import type { ShownMessage } from '@openbenefits/contract/file-message';
import { type FileMessage, severityOf, type Wording } from '@openbenefits/domain/files/messages/file-message';

/** A message as it is kept; one from before the catalogue has a text only. */
export type KeptMessage = Partial<Wording> & { readonly text: string };

/** Returns a message as the API answers it. */
export const shownMessage = ({ code, params, text }: KeptMessage): ShownMessage => ({
  code: code ?? null,
  severity: severityOf(code),
  params: { ...params } as ShownMessage['params'],
  text,
});

export const shownMessages = (kept: readonly FileMessage[] | null): ShownMessage[] => (kept ?? []).map(shownMessage);
