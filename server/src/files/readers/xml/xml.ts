import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { closeSync, openSync, readSync } from 'node:fs';
import { Refusal } from '@openbenefits/domain/refusal';
import { MendedPeople } from './mended-people.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { XmlDocument } from './document.ts';
import { decode, encodingOf } from './encoding.ts';
import { XmlNames } from './names.ts';
import { PlansOfFile } from './plans-of-file.ts';
import { XmlPeople } from './people.ts';

/** The XML was read to its end, and none of its elements was understood as a person. */
export class NobodyFound extends Refusal {}

const CHUNK = 64 * 1024;

/**
 * Reads people from any XML in which an element is a person and its children (or attributes) are the fields, by the
 * same names as the columns of a census. Persons nested in a person are its dependents. A DOCTYPE is refused, entities
 * are never expanded, nesting and sizes are limited.
 */
export async function readXml(input: ReaderInput, sink: RecordSink): Promise<void> {
  const file = openSync(input.path, 'r');
  const bytes = Buffer.allocUnsafe(CHUNK);
  try {
    const encoding = encodingOf(input.path, bytes.subarray(0, readSync(file, bytes, 0, 1024, 0)));
    const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
    sink.facts.encoding = encoding;
    const names = new XmlNames(input.mapping.columns);
    input.watcher?.headings({ cells: names.headings, line: 1, raw: '' }, names.matched);
    const persons = new XmlPeople(sink, input, names);
    const plans = new PlansOfFile(() => textsOf(input.path, encoding), isPlanOf(sink));
    const people = new XmlDocument(
      sink,
      input.mends ? new MendedPeople(persons, input.mends, sink, { ...input, plans }) : persons,
      names,
      {
        plans,
        watcher: input.watcher,
      },
    );
    for (let position = 0; ;) {
      const count = readSync(file, bytes, 0, CHUNK, position);
      position += count;
      sink.bytesRead = position;
      people.write(decode(decoder, count === 0 ? undefined : bytes.subarray(0, count)), count === 0);
      if (sink.full) await sink.flush();
      if (count === 0) break;
    }
    persons.finish();
    sink.facts.head = plans.written;
    sink.facts.columns = names.matched.columns
      .toSorted((a, b) => a.index - b.index)
      .map(({ heading, field }) => ({ heading, field }));
    sink.facts.ignoredColumns = names.matched.ignored;
    if (sink.facts.records === 0) throw new NobodyFound('invalid', fileText('xml_no_people'));
  } finally {
    closeSync(file);
  }
}

const isPlanOf =
  ({ lineOfPlan }: RecordSink) =>
  (plan: string): boolean =>
    lineOfPlan?.(plan) !== undefined;

/** The file's text from its beginning. */
function* textsOf(path: string, encoding: ReturnType<typeof encodingOf>): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(CHUNK);
    const decoder = new TextDecoder(encoding);
    for (let position = 0, count = 1; count > 0; position += count) {
      count = readSync(file, bytes, 0, CHUNK, position);
      yield decode(decoder, count === 0 ? undefined : bytes.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads the people of a text that is XML, as they would be in a file. */
export async function readXmlText(
  text: string,
  { today, mapping }: Pick<ReaderInput, 'today' | 'mapping'>,
  sink: RecordSink,
): Promise<void> {
  const names = new XmlNames(mapping.columns);
  const persons = new XmlPeople(sink, { today, mapping }, names);
  new XmlDocument(sink, persons, names, { plans: new PlansOfFile(() => [text], isPlanOf(sink)) }).write(text, true);
  persons.finish();
  await sink.flush(true);
}
