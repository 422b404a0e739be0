/**
 * The separators of one interchange, one character each. `repetition` is a blank where the sender has none (domain
 * rules 4.1, ISA11).
 */
export type Separators = { element: string; component: string; repetition: string; segment: string };
