/** The ruled paper background of the gate. */
export function Ledger({ className }: { className: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true" width="100%" height="100%">
      <defs>
        <pattern id="ledger" width="24" height="24" patternUnits="userSpaceOnUse">
          <path d="M0 23.500h24" stroke="currentColor" fill="none" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#ledger)" />
      <path d="M120.500 0v4000M124.500 0v4000" stroke="currentColor" />
      <svg x="100%" overflow="visible">
        <path d="M-120.500 0v4000M-264.500 0v4000M-268.500 0v4000" stroke="currentColor" />
      </svg>
    </svg>
  );
}
