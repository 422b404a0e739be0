import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { setupOf } from '../testing/samples.ts';
import { digestOfImport } from './import-digest.ts';
import { censusOf, type RealServer, ssnOf } from './real-server.ts';

export type Reached = { status: string; stage: string; attempt: number; done: number };
type ImportState = Reached & { changes: number };
export type BegunImport = {
  id: string;
  state(): Promise<ImportState>;
  /** Waits for a state; fails when the file has come to another end. */
  until(is: (now: Reached) => boolean): Promise<ImportState>;
  /** Equal for imports with the same result. */
  digest(): Promise<string>;
};

/** The same census repeatedly, each time for a new group and with new SSNs. */
export class ImportsInTurn {
  readonly people: number;
  readonly #server: RealServer;
  readonly #owner: pg.Client;
  #begun = 0;

  constructor(server: RealServer, owner: pg.Client, people: number) {
    this.#server = server;
    this.#owner = owner;
    this.people = people;
  }

  async begin(): Promise<BegunImport> {
    const from = this.#begun++ * this.people;
    const { api } = this.#server;
    const plans = (await api.plans.offered({})).filter(({ code }) => code === 'MED-PPO').map((plan) => plan.id);
    const { cim } = await api.groups.create({ setup: setupOf(`Import ${this.#begun}`, plans) });
    const id = await this.#server.upload('people.csv', censusOf(this.people, from), cim);
    const whose = new Map(Array.from({ length: this.people }, (_, index) => [ssnOf(from + index), String(index)]));
    const reached = async (): Promise<Reached> =>
      (
        await this.#owner.query<Reached>(
          'select status, stage, attempt, records_done as done from file_jobs where id = $1',
          [id],
        )
      ).rows[0] as Reached;
    const state = async (): Promise<ImportState> => {
      const { rows } = await this.#owner.query<ImportState>(
        `select status, stage, attempt, records_done as done, (select count(*)::int from change_items i where i.change_id = j.change_id) as changes from file_jobs j where id = $1`,
        [id],
      );
      return rows[0] as ImportState;
    };
    return {
      id,
      state,
      until: async (is) => {
        for (;;) {
          const now = await reached();
          if (is(now)) return state();
          if (['error', 'held', 'completed'].includes(now.status)) throw new Error(`The file is ${now.status}`);
          await sleep(5);
        }
      },
      digest: () => digestOfImport(this.#owner, this.#server.vault(), id, (ssn) => whose.get(ssn) ?? 'somebody else'),
    };
  }
}
