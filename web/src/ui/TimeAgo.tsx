import { useEffect, useState } from 'react';

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** '2 hours ago'; within a minute 'just now', because clocks differ a little. */
function timeAgo(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now';
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago, with the exact moment on hover. */
export function TimeAgo({ instant }: { instant: string }) {
  const now = useNow();
  return (
    <time dateTime={instant} title={exact.format(Date.parse(instant))}>
      {timeAgo(instant, now)}
    </time>
  );
}
