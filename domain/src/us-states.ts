/** States, the District of Columbia, territories and military "states" of the US Postal Service (Publication 28, Appendix B). */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY ' +
    'AS GU MP PR VI FM MH PW AA AE AP'
  ).split(' '),
);

export function isUsState(text: string): boolean {
  return STATES.has(text.trim().toUpperCase());
}
