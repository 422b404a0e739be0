/** A shape that carries the status's meaning; its color only repeats it. */
export type Sign = 'dot' | 'half' | 'eye' | 'pause' | 'alert' | 'stop' | 'clock' | 'circle';

const FORMS: Readonly<Record<Sign, React.ReactNode>> = {
  dot: <circle cx="6" cy="6" r="3.5" fill="currentColor" />,
  half: (
    <>
      <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2.25a3.75 3.75 0 0 1 0 7.5z" fill="currentColor" />
    </>
  ),
  eye: (
    <>
      <path
        d="M1 6s1.8-3.2 5-3.2S11 6 11 6 9.2 9.2 6 9.2 1 6 1 6z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
      <circle cx="6" cy="6" r="1.5" fill="currentColor" />
    </>
  ),
  pause: (
    <>
      <rect x="3" y="2.5" width="2" height="7" rx=".6" fill="currentColor" />
      <rect x="7" y="2.5" width="2" height="7" rx=".6" fill="currentColor" />
    </>
  ),
  alert: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M6 3.4v3" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="6" cy="8.5" r=".85" fill="currentColor" />
    </>
  ),
  stop: <rect x="2.75" y="2.75" width="6.5" height="6.5" rx="1" fill="currentColor" />,
  clock: (
    <>
      <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M6 3.6V6l1.7 1.1" fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" />
    </>
  ),
  circle: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
};

export function StatusSign({ sign }: { sign: Sign }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {FORMS[sign]}
    </svg>
  );
}
