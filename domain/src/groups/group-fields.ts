import type { CalendarDate } from '../calendar-date.ts';
import { storedPhone } from '../phone.ts';
import {
  EDIT_PARTS,
  type EditPart,
  GROUP_FIELDS,
  type GroupFieldSpec,
  SETUP_PARTS,
  type SetupPart,
} from './group-field-table.ts';

export { EDIT_PARTS, type EditPart, GROUP_FIELDS, type GroupFieldSpec, SETUP_PARTS, type SetupPart };

/** What follows from the table of a group's fields: types, names, initial values and how a value is stored. */
type Table = typeof GROUP_FIELDS;
export type GroupField = keyof Table;
type NumberKind = 'whole' | 'percent';

/** A field's value in a form: text (a date is YYYY-MM-DD or empty), an integer, or a boolean. */
type FormValue<Spec> = Spec extends { kind: NumberKind } ? number : Spec extends { kind: 'toggle' } ? boolean : string;
/** A group as a form holds it. Empty text means no value, as does 0 for a number that may be unknown. */
export type GroupForm = { -readonly [Field in GroupField]: FormValue<Table[Field]> };
export type GroupChanges = Partial<GroupForm>;

/** The values of a choice as the contract has them. */
type GroupChoice<Field extends GroupField> = Table[Field] extends { options: infer Labels }
  ? Extract<keyof Labels, string>
  : never;
type ChoiceField = {
  [Field in GroupField]: Table[Field] extends { kind: 'choice' } ? Field : never;
}[GroupField];

/** A value among a field's choices; '' means not chosen in the wizard. */
export type GroupValue<Field extends GroupField> = Field extends ChoiceField ? GroupChoice<Field> : GroupForm[Field];
type OpenChoice<Spec> = Spec extends { none: string } ? '' : never;
export type SetupValue<Field extends GroupField> = GroupValue<Field> | OpenChoice<Table[Field]>;

type Nullable<Spec> = Spec extends { kind: 'choice' | 'percent' | 'toggle' }
  ? false
  : Spec extends { kind: 'whole' }
    ? Spec extends { blank: true }
      ? true
      : false
    : Spec extends { required: 'always' }
      ? false
      : true;
/** A field's stored value: null if unknown. */
export type StoredValue<Field extends GroupField> =
  | (Table[Field] extends { kind: 'date' } ? CalendarDate : GroupValue<Field>)
  | (Nullable<Table[Field]> extends true ? null : never);
export type StoredGroup = { [Field in GroupColumn]: StoredValue<Field> };

/** The fields that the wizard asks for. */
export type SetupField = {
  [Field in GroupField]: Table[Field] extends { setup: SetupPart } ? Field : never;
}[GroupField];

export const GROUP_FIELD_NAMES = Object.keys(GROUP_FIELDS) as readonly GroupField[];
export const groupField = (field: GroupField): GroupFieldSpec => GROUP_FIELDS[field];
export const isGroupField = (name: string): name is GroupField => Object.hasOwn(GROUP_FIELDS, name);

export const SETUP_FIELDS = GROUP_FIELD_NAMES.filter((name) => groupField(name).setup) as readonly SetupField[];
export const isSetupField = (name: string): name is SetupField => (SETUP_FIELDS as readonly string[]).includes(name);
export const setupFieldsOf = (part: SetupPart): readonly SetupField[] =>
  SETUP_FIELDS.filter((name) => GROUP_FIELDS[name].setup === part);
export const editFieldsOf = (part: EditPart): readonly GroupField[] =>
  GROUP_FIELD_NAMES.filter((name) => groupField(name).edit === part);
/** Returns the label of a field in the wizard. */
export const setupLabelOf = (name: SetupField): string => groupField(name).setupLabel ?? groupField(name).label;
export const setupStepOf = (name: SetupField): number => SETUP_PARTS[GROUP_FIELDS[name].setup].step;

/** The texts of the table, for the message catalog. */
export const GROUP_FIELD_TEXTS: readonly string[] = [
  ...GROUP_FIELD_NAMES.flatMap((name) => {
    const spec = groupField(name);
    const none = spec.kind === 'choice' ? spec.none : undefined;
    return [spec.label, spec.setupLabel, spec.setupHint, none].filter((text) => text !== undefined);
  }),
  ...Object.values(SETUP_PARTS).map(({ title }) => title),
  ...Object.values(EDIT_PARTS),
];

/** The columns of a group's row, named after their fields, except the encrypted tax ID. */
export type GroupColumn = Exclude<GroupField, 'taxId'>;
export const GROUP_COLUMNS = GROUP_FIELD_NAMES.filter((name) => name !== 'taxId') as readonly GroupColumn[];

export function initialOf(name: GroupField): string | number | boolean {
  const spec = groupField(name);
  return 'initial' in spec ? spec.initial : '';
}

const initialOfAll = (names: readonly GroupField[]) => Object.fromEntries(names.map((name) => [name, initialOf(name)]));
/** Returns the wizard's fields of a new form. */
export const blankSetupFields = (): Pick<GroupForm, SetupField> =>
  initialOfAll(SETUP_FIELDS) as Pick<GroupForm, SetupField>;
/** An edit form of which nothing is known. */
export const blankGroupForm = (): GroupForm => initialOfAll(GROUP_FIELD_NAMES) as GroupForm;

/** Returns whether the column is null if the form field is empty. */
export function isNullable(name: GroupField): boolean {
  const spec = groupField(name);
  if (spec.kind === 'whole') return spec.blank === true;
  return spec.kind !== 'choice' && spec.kind !== 'percent' && spec.kind !== 'toggle' && spec.required !== 'always';
}

/** Converts a form's value for storage: trimmed, in the format of its kind. */
export function storedGroupValue(name: GroupField, value: string | number | boolean): string | number | boolean | null {
  const spec = groupField(name);
  const tidy = typeof value === 'string' ? value.trim() : value;
  if (isNullable(name) && (tidy === '' || tidy === 0)) return null;
  switch (spec.kind) {
    case 'taxId':
      return String(tidy)
        .replace(/\D/g, '')
        .replace(/^(\d{2})/, '$1-');
    case 'phone':
      return storedPhone(String(tidy)) ?? tidy;
    case 'state':
      return String(tidy).toUpperCase();
    case 'choice':
      return tidy === '' ? (spec.fallback ?? tidy) : tidy;
    default:
      return tidy;
  }
}
