import {
  findAccessedResource,
  listCallers,
  listReachable,
} from '../../../db/graph/access/access-read-model.ts';
import { recomputeExposures } from '../../../db/graph/exposure/recompute-exposures.ts';
import { readAccessFact, actionServicesOf } from '../../../domain/graph/access/read-access-fact.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { readExposureFact } from '../../../domain/graph/exposure/read-exposure-fact.ts';
import type { Figure } from '../bench.ts';
import { time } from '../search/measure.ts';
import { accountNumber, region } from './generated-resource.ts';
import type { MeasuredReading } from './measure-reading.ts';

type Figures = Readonly<Record<string, Figure>>;

const maximumExposureSeconds = 2;
const principalCount = 5000;
const maximumAccessMilliseconds = 1000;
const networkResources = 100_000;
const interfacesOfSubnet = 200;

/**
 * Computes the exposures of 100,000 resources in four accounts: networks with interfaces and instances, of which one in four is
 * public, on top of the facts of the estate.
 */
export async function measureExposure({ database, owner, estate }: MeasuredReading): Promise<Figures> {
  const { organizationId, accounts } = estate;
  const perAccount = Math.floor(networkResources / accounts.length);
  for (const [index, account] of accounts.entries()) {
    const rows = generateNetworkFacts(index, perAccount);
    for (let at = 0; at < rows.length; at += 5000)
      await insertFacts(owner, organizationId, account, rows.slice(at, at + 5000));
  }
  await owner.query('vacuum (analyze) exposure_facts');
  const compute = async () => {
    const started = performance.now();
    for (const account of accounts) {
      await owner.query('update graph_accounts set exposure_due = true where organization_id = $1', [
        organizationId,
      ]);
      await database.withTenant(organizationId, (tenant) => recomputeExposures(tenant, account));
    }
    return (performance.now() - started) / 1000;
  };
  const first = await compute();
  const again = await compute();
  const { rows } = await owner.query<{ facts: number; exposures: number }>(
    `select (select count(*)::integer from exposure_facts) as facts, (select count(*)::integer from exposures) as exposures`,
  );
  const facts = rows[0]?.facts ?? 0;
  const exposures = rows[0]?.exposures ?? 0;
  return {
    [`exposure of ${facts} resources, first`]: {
      value: first,
      unit: 's',
      target: `<= ${2 * maximumExposureSeconds}`,
      ok: first <= 2 * maximumExposureSeconds,
    },
    [`exposure of ${facts} resources, again`]: {
      value: again,
      unit: 's',
      target: `<= ${maximumExposureSeconds}`,
      ok: again <= maximumExposureSeconds,
    },
    'found exposures': { value: exposures, unit: 'rows', ok: exposures > 0 },
  };
}

/**
 * Who has access to queues in an account with 5,000 roles: the first page, and an action that no role has, which reads all roles.
 */
export async function measureAccess({ database, owner, estate }: MeasuredReading): Promise<Figures> {
  const { organizationId, accounts } = estate;
  await insertRoles(owner, organizationId, accounts[0] ?? '');
  await owner.query('vacuum (analyze) access_policies');
  const { rows } = await owner.query<{ id: string }>(
    `select id from resources where organization_id = $1 and aws_account_id = $2 and resource_type = 'AWS::SQS::Queue'
     order by hashtext(native_id) limit 40`,
    [organizationId, accounts[0]],
  );
  const read = (action: string | undefined) => (id: string) =>
    database.withTenant(
      organizationId,
      async (tenant) => {
        const resource = await findAccessedResource(tenant, id);
        return resource === undefined ? undefined : listCallers(tenant, resource, action, 50, undefined);
      },
      { readOnly: true },
    );
  const ids = rows.map(({ id }) => id);
  const page = await time(ids, read(undefined), 3);
  const none = await time(ids, read('sqs:UntagQueue'), 3);
  const { rows: roles } = await owner.query<{ id: string }>(
    `select resource_id as id from access_policies where organization_id = $1 and name like 'bench-%' order by name limit 40`,
    [organizationId],
  );
  const reachable = await time(
    roles.map(({ id }) => id),
    (id) =>
      database.withTenant(organizationId, (tenant) => listReachable(tenant, id, undefined, 50, undefined), {
        readOnly: true,
      }),
    3,
  );
  const figure = (value: number): Figure => ({
    value,
    unit: 'ms',
    target: `<= ${maximumAccessMilliseconds}`,
    ok: value <= maximumAccessMilliseconds,
  });
  return {
    [`access, first page of ${principalCount} principals, p95`]: figure(page.p95),
    [`access, all of ${principalCount} principals, p95`]: figure(none.p95),
    'access of a principal to all resources, p95': figure(reachable.p95),
  };
}

interface FactRow {
  readonly type: string;
  readonly nativeId: string;
  readonly configuration: JsonObject;
}

function generateNetworkFacts(account: number, count: number): readonly FactRow[] {
  const rows: FactRow[] = [];
  const id = (kind: string, number: number) =>
    `${kind}-network${account}${number.toString(16).padStart(8, '0')}`;
  const add = (type: string, nativeId: string, configuration: JsonObject) =>
    rows.push({ type: `AWS::EC2::${type}`, nativeId, configuration });
  for (let network = 0; rows.length < count; network += 1) {
    const [vpc, subnet, group] = [id('vpc', network), id('subnet', network), id('sg', network)];
    const isPublic = network % 4 === 0;
    const gateway = isPublic ? { GatewayId: id('igw', network) } : { NatGatewayId: id('nat', network) };
    add('InternetGateway', id('igw', network), { Attachments: [{ VpcId: vpc }] });
    add('Subnet', subnet, { VpcId: vpc });
    add('RouteTable', id('rtb', network), {
      VpcId: vpc,
      Associations: [{ SubnetId: subnet }],
      Routes: [{ DestinationCidrBlock: '0.0.0.0/0', ...gateway }],
    });
    add('NetworkAcl', id('acl', network), {
      VpcId: vpc,
      IsDefault: true,
      Entries: [true, false].map((Egress) => ({
        Egress,
        RuleNumber: 100,
        RuleAction: 'allow',
        Protocol: '-1',
        CidrBlock: '0.0.0.0/0',
      })),
    });
    add('SecurityGroup', group, {
      IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
    });
    for (let n = 0; n < interfacesOfSubnet && rows.length < count; n += 1) {
      const number = network * interfacesOfSubnet + n;
      add('NetworkInterface', id('eni', number), {
        VpcId: vpc,
        SubnetId: subnet,
        Groups: [{ GroupId: group }],
        Attachment: { InstanceId: id('i', number) },
        Association: { PublicIp: '203.0.113.1' },
      });
      add('Instance', id('i', number), {});
    }
  }
  return rows;
}

async function insertFacts(
  owner: MeasuredReading['owner'],
  organizationId: string,
  account: string,
  rows: readonly FactRow[],
): Promise<void> {
  const facts = rows.map(({ type, nativeId, configuration }) => ({
    type,
    native_id: nativeId,
    fact: readExposureFact(configuration, { resourceType: type, nativeId }),
  }));
  await owner.query(
    `with given as materialized (
       select uuidv7() as id, g.* from jsonb_to_recordset($4) g(type text, native_id text, fact jsonb)
     ), stored as (
       insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       select $1, id, $2, $3, type, native_id, '', 1 from given
     )
     insert into exposure_facts (organization_id, resource_id, aws_account_id, region, native_id, vpc, fact)
     select $1, id, $2, $3, native_id, fact ->> 'vpc', fact from given`,
    [organizationId, account, region, JSON.stringify(facts)],
  );
}

async function insertRoles(
  owner: MeasuredReading['owner'],
  organizationId: string,
  account: string,
): Promise<void> {
  const number = accountNumber(0);
  const rows = Array.from({ length: principalCount }, (_, index) => {
    const name = `bench-${index}`;
    const arn = `arn:aws:iam::${number}:role/${name}`;
    const statements = [
      {
        Effect: 'Allow',
        Action: ['sqs:SendMessage', 'sqs:ReceiveMessage'],
        Resource: `arn:aws:sqs:*:${number}:queue-${index}*`,
      },
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: `arn:aws:s3:::bucket-${index}/*`,
      },
      { Effect: 'Allow', Action: 'logs:*', Resource: '*' },
      ...(index % 10 === 0 ? [{ Effect: 'Allow', Action: 'sqs:Get*', Resource: '*' }] : []),
      { Effect: 'Deny', Action: 'sqs:DeleteQueue', Resource: '*' },
    ];
    const configuration = {
      RoleName: name,
      RolePolicyList: [{ PolicyName: 'app', PolicyDocument: { Statement: statements } }],
    };
    const fact = readAccessFact(configuration, 'AWS::IAM::Role', arn);
    return {
      name,
      arn,
      statements: fact?.statements,
      services: [...new Set(fact?.statements.flatMap(actionServicesOf))],
    };
  });
  await owner.query(
    `with given as materialized (
       select uuidv7() as id, g.* from jsonb_to_recordset($3) g(name text, arn text, statements jsonb, services text[])
     ), stored as (
       insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, config_hash,
         rule_set)
       select $1, id, $2, 'global', 'AWS::IAM::Role', name, arn, name, '', 1 from given
     )
     insert into access_policies (organization_id, resource_id, aws_account_id, kind, name, arn, services, statements)
     select $1, id, $2, 'role', name, arn, services, statements from given`,
    [organizationId, account, JSON.stringify(rows)],
  );
}
