import { createHash } from 'node:crypto';
import { SERVICES } from '../../domain/discovery/collectors/index.ts';
import type { ServiceCollectors } from '../../domain/discovery/declaration/collector.ts';
import { readApiModel } from './read-models.ts';
import { rowsByHand } from './rows-by-hand.ts';
import { typeOperations } from './type-operations.ts';
import type { TypedOperation } from './type-operations.ts';

export interface MadeOperationTable {
  /** Text of domain/changes/operation-table.ts. */
  readonly source: string;
  /** `service:Operation` of the mutating operations that name no resource of a collected type. */
  readonly untyped: readonly string[];
}

/** Makes the table of operations from the API models of the installed SDK clients, the collectors and the rows by hand. */
export async function makeOperationTable(projectFolder: string): Promise<MadeOperationTable> {
  const untyped: string[] = [];
  const services: string[] = [];
  for (const service of SERVICES.toSorted((a, b) => (a.service < b.service ? -1 : 1))) {
    const rows = new Map<string, string>();
    for (const client of clientsOf(service))
      for (const [operation, typed] of typeOperations(
        service,
        client,
        await readApiModel(projectFolder, client),
      )) {
        const row = rowOf(service.service, typed);
        rows.set(operation, mergeRows(rows.get(operation), row));
      }
    for (const [operation, row] of Object.entries(rowsByHand[service.service] ?? {})) {
      const members = (rows.get(operation) ?? '').split(' | ')[1];
      rows.set(operation, members === undefined || row.includes(' | ') ? row : `${row} | ${members}`);
    }
    const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [operation, row] of sorted)
      if (row.startsWith(' | ') || row === '') untyped.push(`${service.service}:${operation}`);
    const named = sorted.filter(([, row]) => row !== '' && !row.startsWith(' | '));
    services.push(
      `  ${quoteKey(service.service)}: {\n${named.map(([operation, row]) => `    ${operation}: ${JSON.stringify(row)},\n`).join('')}  },\n`,
    );
  }
  const body = `{\n${services.join('')}}`;
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { source: header(version, body), untyped };
}

function header(version: string, body: string): string {
  const exported = 'export const';
  return `/** Version of the table: identifiers of events that were read with another version are read again. */
${exported} operationTableVersion = '${version}';

/**
 * Service → operation → the resources that the operation creates (\`c\`), updates (\`u\`) or deletes (\`d\`), with the templates
 * of their identifiers; after \`|\` the members of the input that are also part of what the API describes, and \`+tags\`.
 * Made by \`npm run generate:operations\` from the API models of the AWS SDK, the collectors and dev/trail-operations/rows-by-hand.ts;
 * a test compares.
 */
${exported} operationTable: Readonly<Record<string, Readonly<Record<string, string>>>> = ${body};
`;
}

function clientsOf({ client, types }: ServiceCollectors): ReadonlySet<string> {
  return new Set([client, ...types.flatMap(({ list }) => list.client ?? [])]);
}

/** Two APIs of a service can have an operation of the same name (`DeleteLoadBalancer`). */
function mergeRows(left: string | undefined, right: string): string {
  if (left === undefined || left === right) return right;
  const [leftTypes = '', leftMembers = ''] = left.split(' | ');
  const [rightTypes = '', rightMembers = ''] = right.split(' | ');
  const types = [leftTypes, rightTypes].filter((text) => text !== '').join('; ');
  const members = [...new Set([...leftMembers.split(' '), ...rightMembers.split(' ')])].filter(
    (text) => text !== '',
  );
  return members.length === 0 ? types : `${types} | ${members.join(' ')}`;
}

function rowOf(service: string, { types, members, carriesTags }: TypedOperation): string {
  const texts = [...types].map(([type, { effects, templates }]) =>
    [type, effects, ...inTrailForm(service, templates)].join(' '),
  );
  const rest = [...members, ...(carriesTags ? ['+tags'] : [])];
  return rest.length === 0 ? texts.join('; ') : `${texts.join('; ')} | ${rest.join(' ')}`;
}

/** S3 user guide, "CloudTrail log file entries": `{"bucketName":"amzn-s3-demo-bucket"}`; the SDK has `Bucket`. */
function inTrailForm(service: string, templates: readonly string[]): readonly string[] {
  if (service === 'ec2') return anywhere(templates);
  return service === 's3'
    ? templates.map((template) => template.replace('{bucket}', '{bucketName}'))
    : templates;
}

/**
 * CloudTrail has lists of the EC2 API as \`instancesSet.items[].instanceId\`, and newer operations below the name of the
 * request (\`CreateVpcEndpointRequest.VpcId\`). Ids of EC2 are read wherever the member occurs.
 */
function anywhere(templates: readonly string[]): readonly string[] {
  const changed = templates.map((template) =>
    template.replaceAll(
      /\{(>?)(?:[^{}]*\.)?(\w+?)(?:(Id|Name|Arn)s)?(?:\[\])?\}/g,
      (_, from: string, name: string, end = '') => `{${from}*${name}${end as string}}`,
    ),
  );
  return [...new Set(changed)];
}

function quoteKey(key: string): string {
  return /^\w+$/.test(key) ? key : `'${key}'`;
}
