import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import { returnRule } from './return-codes.ts';
import { type DebitChain, retryOf, returnFeeOf } from './retries.ts';

const day = calendarDateFrom;
const chain = (codes: readonly string[], retries: number): DebitChain => ({
  settledOn: day('2026-01-05'),
  returns: codes.map((code) => ({ code, settledOn: day('2026-01-07') })),
  retries,
});
const TODAY = day('2026-01-08');
const fee = { hadNotice: true, wasTaken: false, today: TODAY };

describe('a returned debit (case M17)', () => {
  it('may be sent again twice within 180 days, the last day being a banking day', () => {
    expect(retryOf(chain(['R01'], 0), TODAY)).toEqual({ lastDay: '2026-07-03', left: 2 });
    expect(retryOf(chain(['R01', 'R01'], 1), TODAY)).toEqual({ lastDay: '2026-07-03', left: 1 });
    expect(retryOf(chain(['R01', 'R01', 'R01'], 2), TODAY)).toMatchObject({
      refused: expect.stringContaining('twice'),
    });
    expect(retryOf(chain(['R01'], 0), day('2026-07-06'))).toMatchObject({
      refused: expect.stringContaining('180 days'),
    });
  });

  it.each(['R02', 'R03', 'R07', 'R08', 'R10', 'R29', 'R99'])('is not sent again after %s, and takes no fee', (code) => {
    expect(retryOf(chain([code], 0), TODAY)).toHaveProperty('refused');
    expect(returnFeeOf(chain([code], 0), fee)).toHaveProperty('refused');
  });

  it('takes one fee for the whole chain, with notice, within 45 days of the first return', () => {
    expect(returnFeeOf(chain(['R01', 'R01'], 1), fee)).toEqual({ lastDay: '2026-02-20' });
    expect(returnFeeOf(chain(['R09'], 0), { ...fee, wasTaken: true })).toHaveProperty('refused');
    expect(returnFeeOf(chain(['R01'], 0), { ...fee, hadNotice: false })).toHaveProperty('refused');
    expect(returnFeeOf(chain(['R01'], 0), { ...fee, today: day('2026-02-21') })).toHaveProperty('refused');
  });

  it('stops recurring debits and disables the account where the code says so', () => {
    expect(returnRule('R29')).toMatchObject({ recurring: 'stop', account: 'unauthorized', rate: 'unauthorized' });
    expect(returnRule('R02')).toMatchObject({ recurring: 'stop', account: 'closed', rate: 'administrative' });
    expect(returnRule('R01')).toMatchObject({ recurring: 'keep', account: 'ok', effect: 'reopen' });
    expect(returnRule('R18')).toMatchObject({ effect: 'rebuild' });
    expect(returnRule('constructor')).toMatchObject({ account: 'review' });
  });
});
