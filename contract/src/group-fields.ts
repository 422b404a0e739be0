import {
  GROUP_COLUMNS,
  GROUP_FIELD_NAMES,
  type GROUP_FIELDS,
  type GroupColumn,
  type GroupField,
  groupField,
  type GroupValue,
  initialOf,
  isNullable,
  SETUP_FIELDS,
  type SetupField,
  type SetupValue,
  type StoredValue,
} from '@openbenefits/domain/groups/group-fields';
import { z } from 'zod';
import { calendarDate } from './wire.ts';

/** Longer than the domain rules allow, so that their messages apply; this only limits the request. */
const text = z.string().trim().max(2000);

const choices = (options: Readonly<Record<string, string>>) => z.enum(Object.keys(options));

function formSchema(name: GroupField): z.ZodType {
  const spec = groupField(name);
  switch (spec.kind) {
    case 'choice':
      return choices(spec.options);
    case 'date':
      return z.string().max(10);
    case 'whole':
    case 'percent':
      return z.number().int();
    case 'toggle':
      return z.boolean();
    default:
      return text;
  }
}

/** What may be left out has the value of a new form; what is required and empty in a new form may not. */
function setupSchema(name: SetupField): z.ZodType {
  const spec = groupField(name);
  const isOpen = spec.kind === 'choice' && spec.none !== undefined;
  const schema = isOpen ? choices(spec.options).or(z.literal('')) : formSchema(name);
  return spec.required && !initialOf(name) ? schema : schema.default(initialOf(name));
}

/** A group as it is read: what is unknown is null, a date is a date. */
function detailSchema(name: GroupColumn): z.ZodType {
  const spec = groupField(name);
  const known = spec.kind === 'date' ? calendarDate : spec.kind === 'choice' ? choices(spec.options) : formSchema(name);
  return isNullable(name) ? known.nullable() : known;
}

type Shape<Name extends string, Schemas extends Record<Name, z.ZodType>> = { [Field in Name]: Schemas[Field] };
const shapeOf = <Name extends string, Schemas extends Record<Name, z.ZodType>>(
  names: readonly Name[],
  schema: (name: Name) => z.ZodType,
): Shape<Name, Schemas> => Object.fromEntries(names.map((name) => [name, schema(name)])) as Shape<Name, Schemas>;

type FormSchemas = { [Field in GroupField]: z.ZodType<GroupValue<Field>, GroupValue<Field>> };
type IsAsked<Spec> = Spec extends { required: string }
  ? Spec extends { initial: infer Initial }
    ? Initial extends 0 | ''
      ? true
      : false
    : true
  : false;
type SetupSchemas = {
  [Field in SetupField]: IsAsked<(typeof GROUP_FIELDS)[Field]> extends true
    ? z.ZodType<SetupValue<Field>, SetupValue<Field>>
    : z.ZodDefault<z.ZodType<SetupValue<Field>, SetupValue<Field>>>;
};
type DetailSchemas = { [Field in GroupColumn]: z.ZodType<StoredValue<Field>> };

/** The fields that an edit may send. */
export const groupFormShape = shapeOf<GroupField, FormSchemas>(GROUP_FIELD_NAMES, formSchema);
/** The fields that the wizard sends. */
export const groupSetupShape = shapeOf<SetupField, SetupSchemas>(SETUP_FIELDS, setupSchema);
/** The fields that a group is read with, the sealed tax ID excepted. */
export const groupDetailShape = shapeOf<GroupColumn, DetailSchemas>(GROUP_COLUMNS, detailSchema);
