import pg from 'pg';

/** Marks text that opens a transaction; its settings follow in the same text. */
export const OPENING = 'begin; ';
/** Marks the last statement of a transaction, with which the commit is sent. */
export const LAST = '/* last */ ';

/** Quotes a text for a statement without parameters. */
export const literal = (text: string): string => pg.escapeLiteral(text);

type Answer = Promise<{ command?: string; rows: unknown[] }>;
type Send = (...query: unknown[]) => Answer;

const nothing = (command: string): Answer => Promise.resolve({ command, rows: [] });
const isEnd = (text: unknown): text is 'commit' | 'rollback' => text === 'commit' || text === 'rollback';

/** Its failure is reported by the statement that is awaited. */
function unwatched(answer: Answer): Answer {
  answer.catch(() => {});
  return answer;
}

/**
 * Saves round trips on a pipelined connection (decisions/0043): `begin` and settings are sent with the first statement,
 * and the commit with the last one. A commit after a failed statement is a rollback (PostgreSQL, "Transaction
 * Management").
 */
export function pipelineTransactions(client: pg.PoolClient): void {
  const send = client.query.bind(client) as unknown as Send;
  const { stream } = (client as unknown as pg.Client).connection;
  let isHeld = false;
  let opening: Answer | undefined;
  let ending: Answer | undefined;

  /** What is sent in one turn of the event loop leaves in one packet. */
  const sendTogether: Send = (...query) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return send(...query);
  };

  /** The first statement also fails with what opening its transaction failed with. */
  const afterOpening = (answer: Answer): Answer => {
    if (!opening) return answer;
    const both = Promise.all([opening, answer]).then(([, own]) => own);
    opening = undefined;
    return both;
  };

  const query: Send = (...asked) => {
    const [text] = asked;
    if (text === 'begin') {
      isHeld = true;
      return nothing('BEGIN');
    }
    if (ending) {
      const ended = ending;
      if (!isEnd(text))
        return Promise.reject(new Error('A statement was sent after the last statement of its transaction'));
      ending = undefined;
      return ended;
    }
    if (isHeld) {
      isHeld = false;
      if (isEnd(text)) return nothing(text.toUpperCase());
      const opens = typeof text === 'string' && text.startsWith(OPENING);
      opening = unwatched(sendTogether(opens ? text : 'begin'));
      if (opens) return nothing('BEGIN');
    }
    const answer = afterOpening(sendTogether(...asked));
    if (typeof text === 'string' && text.startsWith(LAST)) ending = unwatched(sendTogether('commit'));
    return answer;
  };
  client.query = query as typeof client.query;
}
