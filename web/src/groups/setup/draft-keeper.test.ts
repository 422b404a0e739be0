import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper, type Snapshot } from './draft-keeper.ts';
import { BLANK_SETUP } from './wizard-form.ts';

vi.mock('@lingui/core/macro', () => ({ t: (parts: TemplateStringsArray) => parts.join('') }));

const snapshot = (companyName: string): Snapshot => ({ form: { ...BLANK_SETUP, companyName }, step: 1 });
type Input = Parameters<ConstructorParameters<typeof DraftKeeper>[0]>[0];

function keeperWith(
  answer: (input: Input, call: number) => Promise<{ id: string; version: number }> = () =>
    Promise.resolve({ id: 'd1', version: 1 }),
) {
  const calls: Input[] = [];
  const keeper = new DraftKeeper((input) => {
    calls.push(input);
    return answer(input, calls.length);
  }, snapshot(''));
  return { keeper, calls };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('saves 1 s after the last change, once, and then updates the same draft', async () => {
  const { keeper, calls } = keeperWith();
  keeper.changed(snapshot('A'));
  await vi.advanceTimersByTimeAsync(900);
  keeper.changed(snapshot('AB'));
  await vi.advanceTimersByTimeAsync(900);
  expect(calls).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(calls.map(({ form, id, autosave }) => [form.companyName, id, autosave])).toEqual([['AB', undefined, true]]);
  keeper.changed(snapshot('ABC'));
  await vi.advanceTimersByTimeAsync(1100);
  expect(calls[1]).toMatchObject({ id: 'd1', autosave: true });
  expect(keeper.state()).toMatchObject({ id: 'd1', named: false, status: 'idle' });
});

test('an untouched form is not saved, nor one that was put back', async () => {
  const { keeper, calls } = keeperWith();
  keeper.changed(snapshot(''));
  keeper.changed(snapshot('A'));
  keeper.changed(snapshot(''));
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(0);
  expect(keeper.state().status).toBe('idle');
});

test('a change while a save runs waits for it, so that there is one draft', async () => {
  let finish: (answer: { id: string; version: number }) => void = () => undefined;
  const { keeper, calls } = keeperWith((_input, call) =>
    call === 1 ? new Promise((resolve) => (finish = resolve)) : Promise.resolve({ id: 'd1', version: 1 }),
  );
  keeper.changed(snapshot('A'));
  await vi.advanceTimersByTimeAsync(1100);
  keeper.changed(snapshot('AB'));
  const named = keeper.name(snapshot('AB'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls).toHaveLength(1);
  finish({ id: 'd1', version: 1 });
  await named;
  expect(calls.map(({ id, autosave }) => [id, autosave])).toEqual([
    [undefined, true],
    ['d1', false],
  ]);
  expect(keeper.state().named).toBe(true);
});

test('a failure shows, and the same content goes out again with the same key', async () => {
  const { keeper, calls } = keeperWith((_input, call) =>
    call === 1 ? Promise.reject(new TypeError('no answer')) : Promise.resolve({ id: 'd1', version: 1 }),
  );
  keeper.changed(snapshot('A'));
  await vi.advanceTimersByTimeAsync(1100);
  expect(keeper.state().status).toBe('failed');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(keeper.state()).toMatchObject({ status: 'idle', id: 'd1' });
  expect(calls[0]?.idempotencyKey).toBe(calls[1]?.idempotencyKey);
});

test('a draft deleted elsewhere is saved as a new one', async () => {
  const gone = new ORPCError('NOT_FOUND', { status: 404, message: 'gone' });
  const { keeper, calls } = keeperWith((input) =>
    input.id === 'old' ? Promise.reject(gone) : Promise.resolve({ id: 'new', version: 1 }),
  );
  keeper.adopt({ id: 'old', version: 1, named: true }, snapshot('A'));
  keeper.changed(snapshot('AB'));
  await vi.advanceTimersByTimeAsync(1100);
  expect(calls.map(({ id }) => id)).toEqual(['old', undefined]);
  expect(keeper.state()).toMatchObject({ id: 'new', named: false });
});

test('while the group is created nothing is saved; afterwards what waits is', async () => {
  const { keeper, calls } = keeperWith();
  keeper.changed(snapshot('A'));
  await keeper.stop();
  keeper.changed(snapshot('AB'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(0);
  keeper.resume();
  await vi.advanceTimersByTimeAsync(1100);
  expect(calls).toHaveLength(1);
});

test('a draft that a colleague saved meanwhile continues as a separate draft, and the user is informed', async () => {
  const told: string[] = [];
  const calls: Input[] = [];
  const save = (input: Input) => {
    calls.push(input);
    const changed = new ORPCError('CONFLICT', {
      message: 'Dana saved this draft since you opened it.',
      data: { problems: [] },
    });
    return input.id === 'shared' ? Promise.reject(changed) : Promise.resolve({ id: 'mine', version: 1 });
  };
  const keeper = new DraftKeeper(save, snapshot(''), (why) => told.push(why));
  keeper.adopt({ id: 'shared', version: 3, named: true }, snapshot('A'));
  keeper.changed(snapshot('AB'));
  await vi.advanceTimersByTimeAsync(1100);
  expect(calls.map(({ id, version }) => [id, version])).toEqual([
    ['shared', 3],
    [undefined, undefined],
  ]);
  expect(keeper.state()).toMatchObject({ id: 'mine', version: 1, status: 'idle' });
  expect(told).toEqual(['Dana saved this draft since you opened it.']);
});
