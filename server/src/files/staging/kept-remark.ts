import type { FileFormat } from '@openbenefits/domain/files/file-format';
import type { FileRemark } from '@openbenefits/domain/files/file-facts';
import { maskQuoted, maskWording } from '@openbenefits/domain/files/masked-text';
import type { Wording } from '@openbenefits/domain/files/messages/file-message';

/** A remark of a file as its job keeps it. Remarks from before the catalogue have a text only. */
export type KeptRemark = { readonly text: string; readonly count: number } & Partial<Wording>;

/** Keeps a remark. What a census quotes may be an SSN or a birth date; an 834 has none in its remarks. */
export function keptRemark({ message, wording, count }: FileRemark, format: FileFormat): KeptRemark {
  return format === 'edi834'
    ? { ...wording, text: message, count }
    : { ...(wording && maskWording(wording)), text: maskQuoted(message), count };
}
