/** 'info': nothing to do. 'warning': check it. 'error': the row or the file is rejected. */
export const SEVERITIES = ['info', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type MessageTable = Readonly<Record<string, { readonly severity: Severity; readonly text: string }>>;

/** Gives texts their severity. */
export function messages<const Texts extends Readonly<Record<string, string>>>(
  severity: Severity,
  texts: Texts,
): { readonly [Code in keyof Texts]: { readonly severity: Severity; readonly text: Texts[Code] } } {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { severity, text }])) as {
    [Code in keyof Texts]: { severity: Severity; text: Texts[Code] };
  };
}
