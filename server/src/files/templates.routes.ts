import { Readable } from 'node:stream';
import { SAMPLE_PEOPLE } from '@openbenefits/domain/files/census/sample-people';
import type { FastifyInstance } from 'fastify';
import { contextOf } from '../app-context.ts';
import { admit } from '../command.ts';
import { CONTENT_TYPE, type ExportColumn, tableBytes } from '../downloads/table-file.ts';
import type { Services } from '../request-context.ts';

type Person = (typeof SAMPLE_PEOPLE)[number];

/**
 * Headers that the census reader knows without being told (domain/src/files/census/headings/columns.ts); the round trip
 * is tested.
 */
const COLUMNS: readonly ExportColumn<Person>[] = [
  { header: 'Employee ID', value: ({ id }) => id },
  { header: 'Relationship', value: ({ relationship }) => relationship },
  { header: 'First Name', width: 16, value: ({ first }) => first },
  { header: 'Last Name', width: 16, value: ({ last }) => last },
  { header: 'SSN', width: 14, value: ({ ssn }) => ssn },
  { header: 'Date of Birth', kind: 'date', width: 14, value: ({ born }) => born },
  { header: 'Gender', value: ({ sex }) => sex },
  { header: 'Email', width: 30, value: ({ email }) => email },
  { header: 'Phone', width: 16, value: ({ phone }) => phone },
  { header: 'Job Title', width: 18, value: ({ title }) => title },
  { header: 'Hire Date', kind: 'date', width: 14, value: ({ hired }) => hired },
  { header: 'Medical Plan', width: 14, value: ({ medical }) => medical },
  { header: 'Dental Plan', width: 14, value: ({ dental }) => dental },
  { header: 'Vision Plan', width: 14, value: ({ vision }) => vision },
  { header: 'Coverage Start Date', kind: 'date', width: 20, value: ({ from }) => from },
];

const INSURED = [
  'INS*Y*18*021*28*A***FT',
  'REF*0F*912701003',
  'REF*1L*CIM-0000-000000',
  'NM1*IL*1*EXAMPLE*CASEY****34*912701003',
  'DMG*D8*19911123*U',
  'HD*021**HLT*MED-HMO',
  'DTP*348*D8*20260101',
];
const SET = [
  'ST*834*0001*005010X220A1',
  'BGN*00*REF0001*20260101*0930*CT***2',
  'REF*38*CIM-0000-000000',
  'N1*P5*YOUR COMPANY*FI*123456789',
  'N1*IN*YOUR CARRIER*FI*987654321',
  ...INSURED,
];

/** An 834 (005010X220A1) that adds one person; the CIM number of the group stands in REF*38 and REF*1L. */
const EDI_834 =
  [
    'ISA*00*          *00*          *ZZ*YOURCOMPANY    *ZZ*OPENBENEFITS   *260101*0930*^*00501*000000001*0*P*:',
    'GS*BE*YOURCOMPANY*OPENBENEFITS*20260101*0930*1*X*005010X220A1',
    ...SET,
    `SE*${SET.length + 1}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
  ].join('~\n') + '~\n';

async function* onePage(): AsyncGenerator<readonly Person[]> {
  yield SAMPLE_PEOPLE;
}

const TEMPLATES = {
  'census.csv': {
    type: CONTENT_TYPE.csv,
    body: () => tableBytes({ sheet: 'Census', columns: COLUMNS, batches: onePage() }, 'csv'),
  },
  'census.xlsx': {
    type: CONTENT_TYPE.xlsx,
    body: () => tableBytes({ sheet: 'Census', columns: COLUMNS, batches: onePage() }, 'xlsx'),
  },
  'enrollment-834.edi': { type: 'text/plain; charset=utf-8', body: () => [Buffer.from(EDI_834)] },
} as const;

/**
 * GET /downloads/templates/{name}: files to start from, with invented people (specification 1, section 2.13, the upload
 * tiles).
 */
export function templateDownloads(app: FastifyInstance, services: Services): void {
  for (const [name, { type, body }] of Object.entries(TEMPLATES)) {
    app.get(`/downloads/templates/${name}`, async (request, reply) => {
      await admit(contextOf(request, services), 'files.template');
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(body()));
    });
  }
}
