import classes from './Wordmark.module.css';

export function Mark() {
  return (
    <svg
      className={classes.mark}
      width="18"
      height="20"
      viewBox="0 0 18 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M12.2 3.1A7.5 7.5 0 1 0 16 7.2" />
      <path d="M5.5 8.600h7M5.5 12.400h4.500" strokeWidth="1.5" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className={classes.word}>
      <Mark />
      OpenBenefits
    </span>
  );
}
