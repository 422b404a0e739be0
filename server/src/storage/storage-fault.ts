export type StorageFaultKind = 'unreachable' | 'full' | 'denied' | 'no_bucket' | 'missing';

const TEXT: Readonly<Record<StorageFaultKind, string>> = {
  unreachable: 'The file storage does not respond. Nothing was lost. Try again in a few minutes.',
  full: 'The file storage is full. Nothing was lost. Ask your administrator to free some space.',
  denied: 'The file storage refused access. Nothing was lost. Ask your administrator to check the access key.',
  no_bucket: 'The bucket of the file storage does not exist. Ask your administrator to check STORAGE_URL.',
  missing: 'This file is not in the file storage. Upload it again, or ask your administrator to restore it.',
};

/** Thrown if the file storage fails. The message is for users. */
export class StorageFault extends Error {
  readonly kind: StorageFaultKind;

  constructor(kind: StorageFaultKind, options?: ErrorOptions) {
    super(TEXT[kind], options);
    this.kind = kind;
  }
}
