import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { Refusal } from '@openbenefits/domain/refusal';
import { SaxesParser } from 'saxes';
import { READER_LIMITS } from '../limits.ts';
import type { RowWatcher } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import {
  byItsPlan,
  coverageOf,
  isElectionTag,
  isOpenPlan,
  isPeriodTag,
  lineOfTag,
  namesLineAlone,
  plansContradict,
  unknownLine,
} from './coverage.ts';
import {
  areNamesOnly,
  coveredIn,
  isOfCovered,
  mayNameCovered,
  nameOf,
  notOfPerson,
  ofPlan,
  relationshipOfCovered,
  saysNo,
  toldBy,
} from './covered-people.ts';
import { employeeRefIn, idsIn, isOfCoverage, mayNameEmployee, ofItsLine, pointsToPerson, refsIn } from './elections.ts';
import {
  addBeside,
  closeOutsider,
  comesIn,
  handUp,
  inherit,
  newFrame,
  relationshipOfDependent,
  standsBare,
  TOLD_TOO_LATE,
  toldTooLate,
} from './frame.ts';
import type { Cells, Frame } from './open-element.ts';
import type { XmlNames } from './names.ts';
import { isNamingTag, plainName } from './naming.ts';
import { explanationsIn } from './explanations.ts';
import { isReference, typeOfId, valueOf } from './references.ts';
import {
  holdsPlan,
  isInPerson,
  isLoneElection,
  isOfDependent,
  isOutsiderTag,
  isPerson,
  isPersonOf,
  isPersonTag,
  isToldDependent,
  kindOf,
  LONE_ELECTION,
  outsiderLeftOut,
  severalPeople,
} from './person-elements.ts';
import type { XmlPerson } from './xml-person.ts';
import type { XmlPeople } from './people.ts';
import { leafOf } from './leaf-of.ts';
import { fieldOfValue, putValue } from './values.ts';
import { isPlanOfList, type PlansOfFile } from './plans-of-file.ts';
import { ReasonsBefore } from './reasons-before.ts';

/** <Plan ref="P1"/>: of the file's own list of plans, where it has one. */
const REF = /^(?:ref|refid|idref)$/;
const NAMESPACE = /^xml|^xsi:/;
const SHEET_2003 = 'urn:schemas-microsoft-com:office:spreadsheet';

/** Follows the elements of the document and hands over each person when its outermost element ends. */
export class XmlDocument {
  private readonly parser = new SaxesParser({ position: true });
  private readonly sink: RecordSink;
  private readonly people: Pick<XmlPeople, 'add' | 'election' | 'note'>;
  private readonly names: XmlNames;
  private readonly plans: PlansOfFile;
  private readonly watcher: RowWatcher | undefined;
  private readonly areNamesTold: boolean;
  private readonly stack: Frame[] = [];
  /** The text from `windowStart` on that a person's own bytes may still be cut from. */
  private window = '';
  private windowStart = 0;
  private elementStart = 0;
  /** Where the parser last told of anything; it tells of a text only when it ends. */
  private lastTold = 0;
  /** A list of several employees has ended, and nobody has come since whose dependents could follow. */
  private isBehindList = false;
  private readonly reasons: ReasonsBefore;

  constructor(
    sink: RecordSink,
    people: Pick<XmlPeople, 'add' | 'election' | 'note'>,
    names: XmlNames,
    { plans, watcher }: { plans: PlansOfFile; watcher?: RowWatcher | undefined },
  ) {
    this.names = names;
    this.plans = plans;
    this.areNamesTold = names.areNamesTold;
    this.watcher = watcher;
    this.sink = sink;
    this.reasons = new ReasonsBefore(sink.facts);
    this.people = people;
    this.parser.on('doctype', () => {
      throw new Refusal('invalid', fileText('xml_doctype'));
    });
    this.parser.on('opentagstart', (tag) => {
      this.elementStart = this.parser.position - tag.name.length - 2;
      this.lastTold = this.parser.position;
    });
    this.parser.on('opentag', (tag) => this.open(plainName(tag.name), tag.attributes as Record<string, string>));
    this.parser.on('comment', (text) => {
      if (!this.reasons.take(text)) this.people.note(text);
    });
    this.parser.on('text', (text) => this.text(text));
    this.parser.on('cdata', (text) => this.text(text));
    this.parser.on('closetag', () => this.close());
  }

  write(text: string, ended: boolean): void {
    this.window += text;
    try {
      this.parser.write(text);
      if (ended) this.parser.close();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('invalid', fileText('xml_malformed', { line: this.parser.line }));
    }
    if (this.parser.position - this.lastTold > READER_LIMITS.xmlRecord) throw this.tooLarge();
    const keepFrom =
      this.stack.find((frame) => isPersonTag(frame.tag))?.start ?? this.parser.position - READER_LIMITS.xmlRecord;
    if (this.parser.position - keepFrom > READER_LIMITS.xmlRecord * 2) throw this.tooLarge();
    if (keepFrom - this.windowStart > READER_LIMITS.xmlRecord) {
      this.window = this.window.slice(keepFrom - this.windowStart);
      this.windowStart = keepFrom;
    }
  }

  private tooLarge(): Refusal {
    return new Refusal(
      'limit',
      fileText('xml_record_too_long', { kilobytes: READER_LIMITS.xmlRecord / 1024, line: this.parser.line }),
    );
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.stack.length >= READER_LIMITS.xmlDepth)
      throw new Refusal('limit', fileText('xml_too_deep', { most: READER_LIMITS.xmlDepth, line: this.parser.line }));
    const parent = this.stack.at(-1);
    if (parent) parent.hasChildren = true;
    if (!parent && Object.values(attributes).includes(SHEET_2003))
      throw new Refusal('invalid', fileText('xml_spreadsheet_2003'));
    const frame = newFrame(name, attributes, this.elementStart, this.parser.line);
    // What is called Field or Value may have its own name in an attribute: that is told when it ends.
    if (!isNamingTag(frame.tag)) this.attributes(frame);
    this.reasons.tell(frame);
    this.stack.push(frame);
  }

  private text(text: string): void {
    const frame = this.stack.at(-1);
    if (!frame || frame.hasChildren) return;
    frame.text += text;
    if (frame.text.length > READER_LIMITS.xmlText) throw this.tooLarge();
  }

  private attributes(frame: Frame): void {
    for (const [attribute, value] of Object.entries(frame.attributes))
      if (!NAMESPACE.test(attribute)) this.leaf(frame, plainName(attribute), value);
  }

  private leaf(frame: Frame, name: string, value: string): void {
    let text = value.trim();
    const tag = wordsOf(name);
    if (text === '') frame.pointsNowhere ||= pointsToPerson(tag);
    if (text === '') return;
    const named = this.names.of(name, frame.tag);
    const { index, dependent } = named;
    const field = fieldOfValue(named, text, this.sink.lineOfPlan);
    if (field !== null && named.field === null) this.names.take(named, field);
    if (field?.startsWith('plan.') && this.sink.lineOfPlan?.(text) === undefined) text = this.plans.find(text) ?? text;
    else if (field === null && REF.test(tag) && isElectionTag(frame.tag) && this.plans.find(text) !== undefined)
      this.leaf(frame, 'PlanRef', text);
    const before = frame.leaves.get(tag);
    frame.leaves.set(tag, text);
    if (frame.leaves.size > READER_LIMITS.columns)
      throw new Refusal('limit', fileText('xml_too_wide', { most: READER_LIMITS.columns, line: this.parser.line }));
    if (before !== undefined && before !== text && dependent === 0 && field?.startsWith('plan.')) {
      // <Plan> twice: of two lines, where both plans say so.
      const [line, other] = isOpenPlan(tag, field)
        ? [this.sink.lineOfPlan?.(text), this.sink.lineOfPlan?.(before)]
        : [];
      if (line !== undefined && other !== undefined && line !== other && !frame.cells.has(`plan.${line}`))
        frame.cells.set(`plan.${line}`, text);
      else frame.problems.push(plansContradict(field));
      frame.leaves.set(tag, before);
    }
    this.watcher?.cell(index, text);
    if (field === null) return this.names.sample(named, text);
    if (
      before !== undefined &&
      before !== text &&
      (field === 'fullName' || field === 'firstName') &&
      isOfDependent(frame.tag)
    )
      frame.problems.push(severalPeople);
    let cells: Cells = frame.cells;
    if (dependent > 0) {
      cells = frame.beside.get(dependent) ?? new Map();
      frame.beside.set(dependent, cells);
    }
    putValue(cells, field, text);
  }

  private close(): void {
    this.lastTold = this.parser.position;
    const frame = this.stack.pop();
    const parent = this.stack.at(-1);
    if (!frame) return;
    if (frame.employees > 1) this.isBehindList = true;
    if (isPlanOfList(frame.tag, this.stack, frame.leaves) && !this.saysWhose(frame)) return;
    if (toldTooLate(frame)) this.sink.remark('told_too_late', TOLD_TOO_LATE, frame.line);
    if (parent && isReference(frame)) return this.reference(frame, parent);
    if (!isPersonTag(frame.tag) && !this.stack.some(({ tag }) => isPersonTag(tag)))
      for (const text of explanationsIn(frame)) this.people.note(text);
    const leaf = frame.hasChildren
      ? undefined
      : leafOf(frame, () => this.names.of(frame.name, parent?.tag ?? '').field !== null);
    if (leaf === undefined && isNamingTag(frame.tag)) this.attributes(frame);
    if (leaf !== undefined) {
      // <Person ref="P1"/> says of whom the element around it is.
      const [id] = parent && isPersonTag(frame.tag) && frame.text.trim() === '' ? idsIn(frame.leaves) : [];
      const type = typeOfId(frame);
      const covered = this.coveredIn(frame, parent);
      if (parent && covered !== undefined && parent.covered.length < READER_LIMITS.xmlDependents)
        parent.covered.push({ id: covered, ...(saysNo(frame.leaves) && { isNo: true }) });
      if (parent && id !== undefined) parent.leaves.set(`${frame.tag}ref`, id);
      else if (parent && type !== undefined && frame.text.trim() !== '') this.typedId(parent, type, frame.text.trim());
      else if (parent) {
        this.leaf(parent, leaf.name, leaf.value);
        this.noteBare(frame, parent, leaf.name);
      }
      return;
    }
    if (parent && isOfCovered(frame.tag, parent.tag, frame.cells, this.isInElection) && isInPerson(this.stack))
      return this.covered(frame, parent);
    if (parent && isPeriodTag(frame.tag))
      for (const [tag, text] of frame.leaves) if (!parent.leaves.has(tag)) parent.leaves.set(tag, text);
    const coverage = coverageOf(frame.tag, frame.cells, frame.leaves, {
      text: frame.hasChildren ? '' : frame.text,
      lineOfPlan: this.sink.lineOfPlan,
    });
    const isOne = coverage === undefined && isPerson(frame.tag, frame.cells, this.areNamesTold);
    const cells = coverage?.cells ?? byItsPlan(frame.cells, frame.leaves, this.sink.lineOfPlan, isOne) ?? frame.cells;
    if (frame.covered.length > 0) frame.covered = ofPlan(frame.covered, cells);
    if (coverage?.line !== undefined && namesLineAlone(frame.tag, coverage)) frame.lines.add(coverage.line);
    if (coverage?.unknown !== undefined) frame.warnings.push(unknownLine(coverage.unknown));
    if (isOutsiderTag(frame.tag)) return closeOutsider(frame, cells, parent);
    if (!parent && holdsPlan(cells)) this.sink.remark('election_alone', LONE_ELECTION, frame.line);
    if (parent && isPersonOf(frame.tag, cells, parent)) return handUp(frame, cells, parent, this.sink.lineOfPlan);
    if (isPerson(frame.tag, cells, this.areNamesTold)) this.closePerson(frame, cells);
    else if (isLoneElection(cells, this.stack, this.saysWhose(frame)))
      this.closeElection(frame, cells, coverage !== undefined);
    else if (frame.hasPeople && parent && holdsPlan(cells)) this.planAround(frame, cells, parent);
    else if (
      parent?.hasPeople &&
      parent.employee &&
      this.stack.length > 1 &&
      parent.employees === 1 &&
      holdsPlan(cells)
    )
      this.closeElection(frame, cells, coverage !== undefined, parent.employee);
    else if (parent) {
      const holdsPeople = frame.nested.length > 0 || parent.nested.length > 0;
      // What is said of the people of an element is said of nobody behind it.
      if ((!holdsPeople && !frame.hasPeople) || isInPerson([parent]))
        handUp(frame, cells, parent, this.sink.lineOfPlan);
      if (this.stack.some(({ tag, cells: own }) => isPersonTag(tag) || own.size > 0))
        parent.nested.push(...frame.nested);
      // Nobody around them can turn out to be whose dependents they are.
      else for (const person of frame.nested) this.deliver(person);
    }
    this.handOnWaiting(frame, parent);
  }

  /** What stands here is said of a coverage of the person around it. */
  private get isInElection(): boolean {
    const person = this.stack.findLastIndex(({ tag }) => isPersonTag(tag));
    return (
      person >= 0 &&
      this.stack.some(({ tag }, depth) => depth > person && (isElectionTag(tag) || lineOfTag(tag) !== undefined))
    );
  }

  private coveredIn(frame: Frame, parent: Frame | undefined): string | undefined {
    const around = parent?.tag ?? '';
    const other = coveredIn(frame, around, this.isInElection) ?? mayNameCovered(around, frame.text);
    return other !== undefined && this.names.of(frame.name, around).field === null
      ? other
      : coveredIn(frame, around, this.isInElection);
  }

  /**
   * Whom an election covers is nobody beside those who stand elsewhere, and nothing of it is said of whoever it stands
   * in.
   */
  private covered(frame: Frame, parent: Frame): void {
    const told = toldBy(frame.tag, frame.cells, parent.tag);
    const isSeveral = told?.isList === true && frame.covered.length > 0;
    const [id = told?.name ?? ''] = told?.isList ? [] : idsIn(frame.leaves);
    if (!isSeveral && !told?.isDescribed && id !== '')
      frame.covered.push({ id, ...(saysNo(frame.leaves) && { isNo: true }) });
    if (told && !isSeveral && told.isDescribed) {
      const who = relationshipOfCovered(frame.tag) ?? relationshipOfCovered(parent.tag);
      if (who !== undefined && !frame.cells.has('relationship')) frame.cells.set('relationship', who);
      frame.covered.push({
        id: told.name,
        described: { ...this.personOf(frame, frame.cells), covered: [], isDescribed: true },
      });
    }
    handUp(frame, notOfPerson(frame.cells), parent, this.sink.lineOfPlan);
  }

  /**
   * An ID that says of what kind it is: the field of that name, where it is known. Of a value that is written as IDs it
   * is told when that ends.
   */
  private typedId(parent: Frame, type: string, value: string): void {
    if (parent.ids.length < READER_LIMITS.xmlDependents) parent.ids.push([type, value]);
    const isKnown = this.names.of(type, parent.tag).field !== null;
    if (isKnown && !isReference(parent)) this.leaf(parent, type, value);
    else if (!isKnown) parent.leaves.set('id', value);
  }

  /**
   * A value that is written as what it is called and its IDs. Whatever else the IDs are (the number of an employee)
   * counts, too.
   */
  private reference(frame: Frame, parent: Frame): void {
    const name = frame.name.replace(/_?Reference$/, '');
    const { field } = this.names.of(name, parent.tag);
    const value = valueOf(frame, field, this.sink.lineOfPlan);
    if (value !== undefined) this.leaf(parent, name, value);
    for (const [type, id] of frame.ids) {
      const own = this.names.of(type, parent.tag).field;
      if (own !== null && own !== field && !own.startsWith('plan.')) this.leaf(parent, type, id);
    }
  }

  private saysWhose({ leaves, cells, covered, pointsNowhere }: Frame): boolean {
    return pointsNowhere || refsIn(leaves, cells).length > 0 || (covered.length > 0 && !isInPerson(this.stack));
  }

  /** <MedicalPlan> in <Family>: given back and mended as it is written, in whose it is. */
  private noteBare(frame: Frame, parent: Frame, name: string): void {
    const { field, dependent } = this.names.of(name, parent.tag);
    if (field === null || dependent > 0 || !isOfCoverage(field)) return;
    if (this.stack.length > 1 && !this.stack.some(({ tag }) => isPersonTag(tag)))
      standsBare(parent, frame.line, this.rawOf(frame));
  }

  /** Plans that stand in an element around people are those of its only employee. */
  private planAround(frame: Frame, cells: Cells, parent: Frame): void {
    if (frame.employees === 1 && frame.employee)
      this.closeElection(
        frame,
        new Map([...cells].filter(([field]) => isOfCoverage(field))),
        true,
        frame.employee,
        frame.bare ?? { line: frame.line, raw: '' },
      );
    else this.sink.remark('election_alone', LONE_ELECTION, frame.line);
    if (this.stack.some(({ tag, cells: own }) => isPersonTag(tag) || own.size > 0)) parent.nested.push(...frame.nested);
    else for (const person of frame.nested) this.deliver(person);
  }

  /** `of`: whose it is, by the element around both. */
  private closeElection(
    frame: Frame,
    cells: Cells,
    isOfLine: boolean,
    of?: XmlPerson,
    at = { line: frame.line, raw: this.rawOf(frame) },
  ): void {
    const line = isOfLine ? undefined : this.sink.lineOfPlan?.(String(cells.get('plan.medical') ?? ''));
    const own = ofItsLine(cells, line);
    this.people.election({
      refs: refsIn(frame.leaves, frame.cells),
      cells: own,
      identity: frame.cells,
      covered: ofPlan(
        frame.covered.map(({ line: _, ...one }) => one),
        own,
      ),
      ...(of && { of }),
      ...at,
      problems: frame.problems,
      warnings: frame.warnings,
    });
  }

  /** The bytes of an element, as far as they are still at hand. */
  private rawOf({ start }: Frame): string {
    const end = this.parser.position;
    return start >= this.windowStart
      ? Buffer.from(this.window.slice(start - this.windowStart, end - this.windowStart), 'utf8').toString('latin1')
      : '';
  }

  private closePerson(frame: Frame, cells: Cells): void {
    const outsider = this.stack.find(({ tag }) => isOutsiderTag(tag));
    if (outsider) {
      outsider.warnings.push(outsiderLeftOut);
      return;
    }
    if (this.parser.position - frame.start > READER_LIMITS.xmlRecord) throw this.tooLarge();
    relationshipOfDependent(frame, cells);
    const person = this.personOf(frame, cells);
    // An element that has named a person before is one itself, whatever it is called: those inside are its dependents.
    const above = this.stack.findLast(
      ({ tag, cells: named }, place) =>
        isPersonTag(tag) || (place > 0 && named.has('firstName') && named.has('lastName')),
    );
    if (above) {
      const election = this.stack
        .slice(this.stack.indexOf(above) + 1)
        .findLast(({ tag }) => isElectionTag(tag) || lineOfTag(tag) !== undefined);
      const inside = election?.covered ?? above.nested;
      if (inside.length >= READER_LIMITS.xmlDependents) throw this.tooLarge();
      if (election)
        election.covered.push({ id: nameOf(person), ...(areNamesOnly(cells) ? {} : { described: person }) });
      else above.nested.push(person);
      return;
    }
    inherit(this.stack, person);
    const around = this.stack.at(-1);
    if (
      around &&
      this.stack.length > 1 &&
      !around.hasPeople &&
      around.waiting.length < READER_LIMITS.xmlDependents &&
      isToldDependent(person, around.tag)
    )
      around.waiting.push(person);
    else this.deliver(person);
  }

  private personOf(frame: Frame, cells: Cells): XmlPerson {
    const person: XmlPerson = {
      cells,
      tag: frame.tag,
      line: frame.line,
      raw: this.rawOf(frame),
      nested: [...frame.waiting.splice(0), ...frame.nested],
      kind: kindOf(frame.tag, frame.leaves),
      ids: idsIn(frame.leaves),
      employeeRef: employeeRefIn(frame.leaves),
      mayBeOf: mayNameEmployee(frame.leaves),
      problems: frame.problems,
      warnings: frame.warnings,
      covered: frame.covered,
      lines: frame.lines,
    };
    addBeside(frame, person);
    return person;
  }

  /**
   * Dependents whose employee has not come in the element around them go with it: it may turn out to be the employee's
   * own.
   */
  private handOnWaiting({ waiting }: Frame, parent: Frame | undefined): void {
    if (waiting.length === 0) return;
    if (parent && this.stack.length > 1 && !parent.hasPeople && parent.waiting.length < READER_LIMITS.xmlDependents)
      parent.waiting.push(...waiting);
    else for (const person of waiting) this.deliver(person);
  }

  private deliver(person: XmlPerson): void {
    if (!isToldDependent(person, this.stack.at(-1)?.tag ?? '')) this.isBehindList = false;
    else if (this.isBehindList) person.isApart = true;
    for (const before of comesIn(this.stack, person)) this.people.add(before);
    this.people.add(person);
  }
}
