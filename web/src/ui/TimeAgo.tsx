const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function timeAgo(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : relative.format(0, 'minute').replace('in 0 minutes', 'just now');
}

/** '2 hours ago', with the exact moment on hover. */
export function TimeAgo({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={exact.format(Date.parse(instant))}>
      {timeAgo(instant, Date.now())}
    </time>
  );
}
