/** A result and its target, both from this run. */
export type Target = { what: string; reached: number; wanted: number; atLeast: boolean; unit: string };

const write = (line: string): void => void process.stdout.write(`${line}\n`);

export function heading(text: string): void {
  write(`\n${text}`);
}

export function figure(name: string, value: string, note = ''): void {
  write(`  ${name.padEnd(52)} ${value.padStart(18)}  ${note}`.trimEnd());
}

/** Prints whether a target of the performance plan is met; false when it is missed. */
export function target({ what, reached, wanted, atLeast, unit }: Target): boolean {
  const met = atLeast ? reached >= wanted : reached <= wanted;
  const shown = (value: number): string => `${value >= 100 ? value.toFixed(0) : Number(value.toPrecision(2))}${unit}`;
  write(
    `  ${met ? 'met   ' : 'MISSED'} ${what}: ${shown(reached)}, target ${atLeast ? 'at least' : 'at most'} ${shown(wanted)}`,
  );
  return met;
}

export const perSecond = (count: number, seconds: number): string =>
  `${Math.round(count / seconds).toLocaleString('en-US')} rows/s`;
