import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PlanBook } from '../readers/census/same-person-twice.ts';
import { RecordSink } from '../readers/record-sink.ts';
import { lineOfTag } from '../readers/xml/coverage.ts';
import { KEYS, pointsToPerson } from '../readers/xml/elections.ts';
import { XmlNames } from '../readers/xml/names.ts';
import { isValueAttribute } from '../readers/xml/naming.ts';
import { isPerson } from '../readers/xml/person-elements.ts';
import { asGiven, saidIn } from '../readers/xml/said-around.ts';
import { escaped, localName } from '../readers/xml/stream.ts';
import { readXmlText } from '../readers/xml/xml.ts';
import { columnOf, columnsBehind, type RefusedColumn, type RefusedRows } from './refused-grid.ts';
import { elementOf, withAttribute, withChild, withFirst, withText, type XmlElement } from './xml-element.ts';

/** A step from an element into one inside. */
type Step = Pick<XmlElement, 'name' | 'told' | 'ordinal'>;
/**
 * A value of a person: the text of an element, or an attribute of it. `steps` lead there from the person's own element.
 */
type Value = {
  steps: Step[];
  attribute: string | undefined;
  text: string;
  element: XmlElement;
  field: CensusField | null;
};

/** A column of refused people: the same value of each, under the names by which the file calls it. */
export type XmlColumn = Pick<Value, 'steps' | 'attribute'> & RefusedColumn & { key: string };

/** What elements of ours are called; of several names the first one that means just that to the sender. */
const OWN_NAMES: Readonly<Partial<Record<CensusField, readonly string[]>>> = {
  familyId: ['FamilyID', 'FamilyNumber', 'FamilyKey', 'HouseholdID'],
  relationship: ['Relationship', 'RelationshipToEmployee', 'RelationshipCode', 'Relation'],
  action: ['Action', 'ActionType', 'CoverageAction'],
  terminationDate: ['TerminationDate', 'EmploymentEndDate'],
  until: ['CoverageEndDate', 'CoverageEnd', 'CoverageTermDate'],
  groupKey: ['GroupNumber', 'GroupID', 'GroupCode'],
  sponsorName: ['EmployerName', 'SponsorName', 'CompanyName'],
  sponsorTaxId: ['EmployerTaxID', 'FederalTaxID', 'FEIN'],
  from: ['EffectiveDate', 'CoverageEffectiveDate', 'CoverageStartDate', 'CoverageStart'],
  tier: ['CoverageLevel', 'CoverageTier', 'Tier'],
  'plan.medical': ['MedicalPlan', 'MedicalPlanCode', 'MedicalPlanName'],
  'plan.dental': ['DentalPlan', 'DentalPlanCode', 'DentalPlanName'],
  'plan.vision': ['VisionPlan', 'VisionPlanCode', 'VisionPlanName'],
  'plan.life': ['LifePlan', 'LifePlanCode', 'LifePlanName'],
  'plan.disability': ['DisabilityPlan', 'DisabilityPlanCode', 'DisabilityPlanName'],
};

const NAMING: ReadonlySet<CensusField | null> = new Set<CensusField>(KEYS);

const decoded = (raw: string): string => Buffer.from(raw, 'latin1').toString('utf8');
const encoded = (xml: string): string => Buffer.from(xml, 'utf8').toString('latin1');

const stepKey = ({ name, told, ordinal }: Step): string =>
  `${name}${told ? `[${told.attribute}=${told.value}]` : ''}#${ordinal}`;
const keyOf = ({ steps, attribute }: Pick<Value, 'steps' | 'attribute'>): string =>
  [...steps.map(stepKey), ...(attribute === undefined ? [] : [`@${attribute}`])].join('/');

function headingOf({ steps, attribute }: Pick<Value, 'steps' | 'attribute'>): string {
  const named = steps.map(({ name, told, ordinal }) =>
    [localName(name), ...(told ? [told.value] : []), ...(ordinal > 1 ? [ordinal] : [])].join(' '),
  );
  return [...named, ...(attribute === undefined ? [] : [localName(attribute)])].join(' › ');
}

/** The refused people of an XML file: what their elements hold as columns, and how a text is written into one. */
export class RefusedXml implements RefusedRows {
  readonly columns: readonly XmlColumn[];
  private readonly names: XmlNames;
  private readonly mapping: SenderMapping;
  private readonly today: CalendarDate;
  private readonly plans: PlanBook | undefined;
  private readonly head: string;

  /** `raws`: the people from whose elements the columns are taken; `head`: the file's list of plans. */
  constructor(
    raws: readonly string[],
    mapping: SenderMapping,
    today: CalendarDate,
    { head = '', plans }: { head?: string; plans?: PlanBook } = {},
  ) {
    this.head = head;
    this.names = new XmlNames(mapping.columns);
    this.mapping = mapping;
    this.today = today;
    this.plans = plans;
    const columns = new Map<string, XmlColumn>();
    for (const raw of raws) {
      for (const value of this.valuesOf(decoded(raw))) {
        const key = keyOf(value);
        if (!columns.has(key))
          columns.set(key, {
            ...columnOf(headingOf(value), value.field),
            steps: value.steps,
            attribute: value.attribute,
            key,
          });
      }
    }
    this.columns = [...columns.values()];
  }

  /** One text a column; empty where the person has no such value. */
  cells(raw: string): string[] {
    const values = new Map(this.valuesOf(decoded(raw)).map((value) => [keyOf(value), value.text.trim()]));
    return this.columns.map(({ key }) => values.get(key) ?? '');
  }

  isWhole(raw: string): boolean {
    const known = new Set(this.columns.map(({ key }) => key));
    return this.valuesOf(decoded(raw)).every((value) => known.has(keyOf(value)));
  }

  /** The person's XML with another text in a column; the rest stays letter by letter as it was sent. */
  written(raw: string, column: number, text: string): string {
    const { key, steps, attribute } = this.columns[column] as XmlColumn;
    const xml = decoded(raw);
    const known = this.valuesOf(xml).find((value) => keyOf(value) === key);
    if (known)
      return encoded(
        known.attribute === undefined
          ? withText(xml, known.element, text)
          : withAttribute(xml, known.element, known.attribute, text),
      );
    let element = elementOf(xml);
    if (!element) return raw;
    let depth = 0;
    for (; depth < steps.length; depth += 1) {
      const next: XmlElement | undefined = element.children.find(
        (child) => stepKey(child) === stepKey(steps[depth] as Step),
      );
      if (!next) break;
      element = next;
    }
    const missing = steps.slice(depth);
    if (missing.length === 0)
      return encoded(
        attribute === undefined ? withText(xml, element, text) : withAttribute(xml, element, attribute, text),
      );
    const inner = missing.reduceRight(
      (inside, { name, told }, index) => {
        const own =
          index === missing.length - 1 && attribute !== undefined
            ? ` ${attribute}="${escaped(text)}"`
            : told
              ? ` ${told.attribute}="${escaped(told.value)}"`
              : '';
        return `<${name}${own}>${inside}</${name}>`;
      },
      attribute === undefined ? escaped(text) : '',
    );
    return encoded(withChild(xml, element, inner));
  }

  /**
   * Whose the element is, and who stands beside them in it, judged as they would be in a file; not the people of
   * elements inside, who are refused by themselves.
   */
  async people(raw: string, family: string | null): Promise<EnrollmentRecord[]> {
    return this.alone(await this.inFamily(raw, family));
  }

  private async alone(raw: string): Promise<EnrollmentRecord[]> {
    const records: EnrollmentRecord[] = [];
    const keep = (batch: readonly EnrollmentRecord[]): Promise<void> => {
      records.push(...batch);
      return Promise.resolve();
    };
    const sink = new RecordSink('xml', this.today, keep, undefined, this.mapping.words, this.plans);
    await readXmlText(
      `<Census>${this.head}${decoded(raw)}</Census>`,
      { today: this.today, mapping: this.mapping },
      sink,
    ).catch(() => {});
    return records.filter((record) => record.raw === records[0]?.raw);
  }

  columnsOf(field: string, record: EnrollmentRecord | undefined): number[] {
    const behind =
      field === 'familyKey' && record?.byNumberAlone
        ? this.namingColumns()
        : columnsBehind(this.columns, field, record);
    // Elements of others may hold the same field in another place.
    const cells = record ? this.cells(record.raw) : [];
    const filled = behind.filter((column) => (cells[column] ?? '') !== '');
    return filled.length > 0 ? filled : behind;
  }

  namesAnother(sent: string, raw: string): boolean {
    const [before, after] = [this.cells(sent), this.cells(raw)];
    return this.namingColumns().some((column) => before[column] !== after[column]);
  }

  /** The columns in which coverage that stands apart says whose it is. */
  private namingColumns(): number[] {
    return this.columns.flatMap(({ steps, attribute, field }, index) =>
      NAMING.has(field) || pointsToPerson(wordsOf(localName(attribute ?? steps.at(-1)?.name ?? ''))) ? [index] : [],
    );
  }

  /**
   * The element as it reads alone: it says what was said of the person outside of it, and somebody who stood inside the
   * element of the employee says to which family they belong, and that they are no employee: by the word for it that
   * nobody knows, where there is one.
   */
  async inFamily(raw: string, family: string | null, relationship = 'Other'): Promise<string> {
    const said = saidIn(raw);
    const sent = asGiven(raw);
    const told =
      family === null
        ? said
        : [['familyId', family] as [CensusField, string], ...said.filter(([field]) => field !== 'familyId')];
    const alone = this.saying(sent, told);
    if (family === null) return alone;
    const [person] = await this.alone(alone);
    // Where the sender's own names are needed to know who it is, they may be needed for the relationship, too.
    const isKnown = person?.isSubscriber && (person.firstName ?? person.lastName) !== undefined;
    return isKnown ? this.saying(sent, [...told, ['relationship', relationship]]) : alone;
  }

  /** Elements for what is told come first, by names that mean it to this sender. */
  private saying(raw: string, told: readonly (readonly [CensusField, string])[]): string {
    const xml = decoded(raw);
    const element = elementOf(xml);
    if (!element || told.length === 0) return raw;
    const written = told.flatMap(([field, text]) => {
      const name = OWN_NAMES[field]?.find((one) => this.names.of(one, element.tag).field === field);
      return name === undefined ? [] : [`<${name}>${escaped(text)}</${name}>`];
    });
    return encoded(withFirst(xml, element, written.join('')));
  }

  /** The values of the person itself; not those of persons inside, who are people of their own. */
  private valuesOf(xml: string): Value[] {
    const root = elementOf(xml);
    return root ? this.inside(root, []) : [];
  }

  private inside(element: XmlElement, steps: Step[]): Value[] {
    const values: Value[] = [];
    const isTextual =
      element.children.length === 0 && (element.text.trim() !== '' || Object.keys(element.attributes).length === 0);
    if (isTextual && steps.length > 0)
      return [{ steps, attribute: undefined, text: element.text, element, field: null }];
    for (const [attribute, text] of Object.entries(element.attributes)) {
      if (!/^xml|^xsi:/.test(attribute))
        values.push({
          steps,
          attribute,
          text,
          element,
          field:
            element.told && isValueAttribute(attribute)
              ? this.fieldOfText(element, '')
              : this.fieldOf(localName(attribute), element.tag, lineOfTag(element.tag)),
        });
    }
    for (const child of element.children) {
      const { name, told, ordinal } = child;
      const inside = this.inside(child, [...steps, { name, told, ordinal }]).map((value) =>
        value.element === child && value.attribute === undefined
          ? { ...value, field: this.fieldOfText(child, element.tag) }
          : value,
      );
      if (!this.isPerson(child, inside)) values.push(...inside);
    }
    return values;
  }

  private fieldOfText({ name, tag, told }: XmlElement, around: string): CensusField | null {
    const line = told === undefined ? undefined : lineOfTag(wordsOf(told.value));
    if (line) return `plan.${line}`;
    return this.fieldOf(told?.value ?? localName(name), around, lineOfTag(around) ?? lineOfTag(tag));
  }

  private fieldOf(name: string, around: string, line: ReturnType<typeof lineOfTag>): CensusField | null {
    const inLine = line && lineOfTag(wordsOf(name)) !== line ? fieldOfHeading(line + wordsOf(name))?.field : undefined;
    return inLine ?? this.names.of(name, around).field;
  }

  private isPerson({ tag, children, attributes }: XmlElement, inside: readonly Value[]): boolean {
    if (children.length === 0 && Object.keys(attributes).length === 0) return false;
    const cells = new Map(
      inside.flatMap(({ field, text }): [CensusField, CellValue][] =>
        field && text.trim() !== '' ? [[field, text]] : [],
      ),
    );
    return isPerson(tag, cells, this.names.areNamesTold);
  }
}
