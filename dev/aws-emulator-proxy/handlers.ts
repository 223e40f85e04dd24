import type { ProxyResponse } from './proxy-response.ts';
import { errorResponse, escapeXml, jsonResponse, xmlResponse } from './proxy-response.ts';
import { cloudControlHandlers } from './cloud-control.ts';
import type { Emulator } from './emulator.ts';
import type { Handler, Handling } from './handler.ts';
import { readEmulatedRole, texts, trusts } from './policies.ts';
import { stackSetHandlers } from './stack-sets.ts';

/** Operations that the emulator lacks, or that it handles differently from AWS. */
export const handlers: readonly Handler[] = [
  { service: 'sts', operation: 'AssumeRole', handle: assumeRole },
  { service: 'sts', operation: 'GetCallerIdentity', handle: getCallerIdentity },
  { service: 'organizations', operation: '*', handle: denyMembers },
  { service: 'cloudtrail', operation: 'LookupEvents', handle: lookupEvents },
  // The emulator lacks these reads and what they return, so a resource has none of it.
  emptyAnswer('dynamodb', 'DescribeKinesisStreamingDestination', { KinesisDataStreamDestinations: [] }),
  emptyAnswer('cognito-identity', 'GetIdentityPoolRoles', { Roles: {} }),
  emptyAnswer('vpc-lattice', 'ListTargets', { items: [] }),
  ...cloudControlHandlers,
  ...stackSetHandlers,
];

function emptyAnswer(service: string, operation: string, answer: object): Handler {
  return { service, operation, handle: () => Promise.resolve(jsonResponse(answer)) };
}

async function assumeRole({ request, identity, emulator, identities }: Handling): Promise<ProxyResponse> {
  const { RoleArn, ExternalId, RoleSessionName, DurationSeconds } = request.input as Record<
    string,
    string | undefined
  >;
  const [, account = '', path = ''] = /^arn:aws:iam::(\d{12}):role\/(.+)$/.exec(RoleArn ?? '') ?? [];
  const name = path.split('/').at(-1) ?? '';
  const role = account === '' ? undefined : await readEmulatedRole(emulator, account, name);
  if (role === undefined || !trusts(role.trust, identity.arn, identity.account, ExternalId)) {
    return errorResponse(request.protocol, {
      status: 403,
      code: 'AccessDenied',
      message: `User: ${identity.arn} is not authorized to perform: sts:AssumeRole on resource: ${RoleArn ?? ''}`,
    });
  }
  const { status, body } = await emulator.form(account, 'sts', {
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: RoleArn ?? '',
    RoleSessionName: RoleSessionName ?? 'session',
    ...(DurationSeconds === undefined ? {} : { DurationSeconds }),
  });
  const accessKeyId = texts(body, 'AccessKeyId')[0];
  if (accessKeyId !== undefined) {
    const arn = `arn:aws:sts::${account}:assumed-role/${name}/${RoleSessionName ?? 'session'}`;
    identities.addSession(accessKeyId, { account, arn, role: { name } });
  }
  return { ...xmlResponse(body), status };
}

async function getCallerIdentity({ identity }: Handling): Promise<ProxyResponse> {
  const fields = `<Arn>${escapeXml(identity.arn)}</Arn><UserId>${identity.account}</UserId><Account>${identity.account}</Account>`;
  return xmlResponse(
    `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>${fields}</GetCallerIdentityResult>` +
      '<ResponseMetadata><RequestId>proxy</RequestId></ResponseMetadata></GetCallerIdentityResponse>',
  );
}

const organizations = 'AWSOrganizationsV20161128';

/** Denies the calls that AWS reserves for the management account and delegated administrators. */
async function denyMembers({ request, identity, emulator }: Handling): Promise<ProxyResponse | undefined> {
  if (identity.role === undefined || request.operation === 'DescribeOrganization') return undefined;
  const management = await managementAccountOf(emulator, identity.account);
  if (management === undefined || management === identity.account) return undefined;
  const { DelegatedAdministrators: delegated } = await emulator.json<{
    DelegatedAdministrators: readonly { Id: string }[];
  }>(management, 'organizations', `${organizations}.ListDelegatedAdministrators`, {});
  if (delegated.some(({ Id }) => Id === identity.account)) {
    return jsonResponse(
      await emulator.json(
        management,
        'organizations',
        `${organizations}.${request.operation}`,
        request.input,
      ),
    );
  }
  return errorResponse('json', {
    status: 400,
    code: 'AccessDeniedException',
    message: "You don't have permissions to access this resource.",
  });
}

async function managementAccountOf(emulator: Emulator, account: string): Promise<string | undefined> {
  try {
    const { Organization } = await emulator.json<{ Organization: { MasterAccountId: string } }>(
      account,
      'organizations',
      `${organizations}.DescribeOrganization`,
      {},
    );
    return Organization.MasterAccountId;
  } catch {
    return undefined;
  }
}

/** Returns pages of at most 50 events, newest first, as CloudTrail does. */
async function lookupEvents({ request, identity, trail }: Handling): Promise<ProxyResponse> {
  const input = request.input as {
    StartTime?: number;
    EndTime?: number;
    NextToken?: string;
    MaxResults?: number;
  };
  const from = Number(input.NextToken ?? 0);
  const size = Math.min(input.MaxResults ?? 50, 50);
  const matching = trail
    .events(identity.account, request.region)
    .filter(
      ({ EventTime }) => EventTime >= (input.StartTime ?? 0) && EventTime <= (input.EndTime ?? Infinity),
    );
  const more = matching.length > from + size;
  return jsonResponse({
    Events: matching.slice(from, from + size),
    ...(more ? { NextToken: String(from + size) } : {}),
  });
}
