/**
 * Asks again as long as the answer is 503, "nothing was lost, try again": so many at once wait longer for a connection on a slow machine than anybody is made to wait
 * (trust P8). `ask` carries an idempotency key where it writes.
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const [answer] = await Promise.allSettled([ask()]);
    if (answer.status === 'fulfilled') return answer.value;
    if ((answer.reason as { code?: string }).code !== 'UNAVAILABLE') throw answer.reason;
  }
}
