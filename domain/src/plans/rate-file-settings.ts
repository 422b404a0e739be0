import { formatMoney } from '../money.ts';
import { readFactor, readRate } from './rate-cell.ts';
import type { GridColumn } from './rate-row.ts';
import type { TableSettings } from './table-settings.ts';
import type { VolumeUnit } from './volume.ts';
import { readVolumeStep, volumeStepText } from './volume-step-text.ts';

/** A cell of a file: text, or an amount in the units of its column. */
export type FileCell = string | { readonly amount: number; readonly column: Exclude<GridColumn, 'age'> };

const BASE_IS = { factor_one: 'Rate at factor 1.000', age_21: 'Rate at age 21' } as const;
const NO_LIMIT = 'no limit';
const CHARGED_CHILDREN = 'Charged children';

const chargedText = ({ chargedChildren }: Pick<AgeRateSettings, 'chargedChildren'>): string =>
  chargedChildren === null ? NO_LIMIT : String(chargedChildren);

/** How many children are charged, as a row says it; undefined for another text. */
function readCharged(text: string): number | null | undefined {
  if (text.trim().toLowerCase() === NO_LIMIT) return null;
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : undefined;
}

type CurveSettings = Extract<TableSettings, { method: 'age_curve' }>;
type AgeRateSettings = Extract<TableSettings, { method: 'age_rates' }>;
type VolumeSettings = Extract<TableSettings, { method: 'volume' }>;

/** The settings of a version as rows above its rates: what it is, and its value. */
export function settingRows(settings: TableSettings): FileCell[][] {
  if (settings.method === 'age_curve') return curveRows(settings);
  if (settings.method === 'age_rates') return [[CHARGED_CHILDREN, chargedText(settings)]];
  if (settings.method !== 'volume') return [];
  return [
    ['Unit', String(settings.unit)],
    ...settings.steps.map((step, index) => [`Step ${index + 1}`, volumeStepText(step)]),
  ];
}

const curveRows = ({ base, baseIs, curve, areas, tobacco, chargedChildren }: CurveSettings): FileCell[][] => [
  ['Base rate', base === null ? '' : formatMoney(base)],
  ['Base is', BASE_IS[baseIs]],
  ['Curve', curve ?? ''],
  ['Tobacco factor', (tobacco / 1000).toFixed(3)],
  [CHARGED_CHILDREN, chargedText({ chargedChildren })],
  ...Object.entries(areas ?? {}).map(([area, factor]) => [
    `Area ${area}`,
    factor === null ? '' : (factor / 1000).toFixed(3),
  ]),
];

/** Settings after a row; `unread` names a value that is none, which keeps the version a draft. */
export type ReadSetting = { readonly settings: TableSettings; readonly unread: string | null };

/** Reads a row that holds a setting; undefined where it is a row of rates. */
export function settingOfRow(settings: TableSettings, name: string, text: string): ReadSetting | undefined {
  const key = name.trim().toLowerCase();
  if (settings.method === 'age_curve') return curveSetting(settings, key, name, text);
  if (settings.method === 'age_rates')
    return key === CHARGED_CHILDREN.toLowerCase() ? chargedSetting(settings, name, text) : undefined;
  return settings.method === 'volume' ? volumeSetting(settings, key, name, text) : undefined;
}

const unread = (settings: TableSettings, name: string, text: string): ReadSetting => ({
  settings,
  unread: `“${text}” could not be read for “${name.trim()}”.`,
});

function curveSetting(settings: CurveSettings, key: string, name: string, text: string): ReadSetting | undefined {
  const done = (change: Partial<CurveSettings>): ReadSetting => ({
    settings: { ...settings, ...change },
    unread: null,
  });
  const [, area] = /^(?:rating )?area (.+)$/i.exec(name.trim()) ?? [];
  if (area !== undefined) {
    const read = readFactor(text);
    if ('problem' in read)
      return {
        settings: withArea(settings, area, null),
        unread: `Area ${area}: “${text}” is not a factor. ${read.problem}`,
      };
    return { settings: withArea(settings, area, read.thousandths), unread: null };
  }
  if (key === 'base rate' || key === 'base') {
    const read = readRate(text);
    return 'problem' in read ? unread(settings, name, text) : done({ base: read.cents });
  }
  if (key === 'base is') {
    if (/21/.test(text)) return done({ baseIs: 'age_21' });
    return /1\.000|factor/i.test(text) ? done({ baseIs: 'factor_one' }) : unread(settings, name, text);
  }
  if (key === 'curve') return done({ curve: text.trim() === '' ? null : text.trim().slice(0, 20) });
  if (key === 'tobacco factor' || key === 'tobacco') {
    const read = readFactor(text);
    return 'problem' in read || read.thousandths === null
      ? unread(settings, name, text)
      : done({ tobacco: read.thousandths });
  }
  return key === CHARGED_CHILDREN.toLowerCase() ? chargedSetting(settings, name, text) : undefined;
}

function chargedSetting(settings: CurveSettings | AgeRateSettings, name: string, text: string): ReadSetting {
  const chargedChildren = readCharged(text);
  return chargedChildren === undefined
    ? unread(settings, name, text)
    : { settings: { ...settings, chargedChildren }, unread: null };
}

const withArea = (settings: CurveSettings, area: string, factor: number | null): CurveSettings => ({
  ...settings,
  areas: { ...settings.areas, [area]: factor },
});

function volumeSetting(settings: VolumeSettings, key: string, name: string, text: string): ReadSetting | undefined {
  if (key === 'unit') {
    const unit = Number(text.replace(/[$,\s]/g, ''));
    return [1000, 100, 10].includes(unit)
      ? { settings: { ...settings, unit: unit as VolumeUnit }, unread: null }
      : unread(settings, name, text);
  }
  if (!/^step\b/.test(key)) return undefined;
  const step = readVolumeStep(text);
  return step
    ? { settings: { ...settings, steps: [...settings.steps, step] }, unread: null }
    : { settings, unread: `${name.trim()}: “${text}” is not a step. It was not read.` };
}
