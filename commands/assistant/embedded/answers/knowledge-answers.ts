import { callAll, read, requireOk } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { arrayOf } from '../../../../domain/assistant/embedded/tool-reply.ts';
import type { OkReply, ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { titleOfType } from '../../../../domain/assistant/embedded/type-names.ts';
import {
  cite,
  joinTexts,
  line,
  listedRows,
  listRows,
  plain,
  plural,
  textOf,
  timeOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import { isObject } from '../../../../domain/json/json.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { feedStatuses } from '../../../../domain/values.ts';
import { prepareQuery } from '../resource-query.ts';
import type { ResourceQuery } from '../resource-query.ts';

/** The resources of a set that the internet or every AWS account can reach. */
export function* exposureAnswer(query: ResourceQuery): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('get_exposure', {
    ...prepared.arguments,
    exposure: 'exposed',
    limit: listedRows,
  });
  const caution = cautionOf(reply);
  const lead = `${reply.total ?? 'Some'} exposures of ${prepared.noun(null)}${prepared.phrase} to the internet or to everyone with an AWS account`;
  if (reply.rows.length === 0)
    return `No ${prepared.noun(1)}${prepared.phrase} is known to be reachable from the internet or by everyone with an AWS account.${caution}`;
  return [
    `${lead}:${caution}`,
    ...reply.rows.map(exposureLine),
    ...(reply.truncated ? ['The list continues.'] : []),
  ].join('\n');
}

/** Whether one resource can be reached from outside. */
export function* resourceExposure(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_exposure', { resource: row.ref, limit: listedRows });
  const open = reply.rows.filter(({ fields }) => fields['state'] === 'exposed');
  const lead =
    open.length > 0
      ? `Yes: ${cite(row)} can be reached from outside`
      : `No exposure of ${cite(row)} is known${reply.rows.length > 0 ? '; controls stop these' : ''}`;
  const caution = cautionOf(reply);
  return reply.rows.length === 0
    ? `${lead}.${caution}`
    : [`${lead}:${caution}`, ...reply.rows.map(exposureLine)].join('\n');
}

/** Says how many parts of the inventory that could have further exposures were not read. */
function cautionOf({ summary }: OkReply): string {
  const unread = summary['unread_parts'];
  return typeof unread === 'number' && unread > 0
    ? ` ${unread} parts that could hide others were not read.`
    : '';
}

function exposureLine(row: ReplyRow): string {
  const { fields } = row;
  const ports = arrayOf(fields['ports']).flatMap((port) => {
    if (!isObject(port)) return [];
    const [from, to] = [textOf(port, 'from'), textOf(port, 'to')];
    return [`${textOf(port, 'protocol')}${from === '' ? '' : ` ${from === to ? from : `${from}-${to}`}`}`];
  });
  const stopped = arrayOf(fields['stopped_by']).filter((one) => typeof one === 'string');
  return line(row, [
    titleOfType(textOf(fields, 'resource_type')),
    textOf(fields, 'region'),
    textOf(fields, 'account'),
    textOf(fields, 'kind').replaceAll('_', ' '),
    ports.length === 0 ? '' : `ports ${joinTexts(ports.slice(0, 5))}`,
    stopped.length === 0 ? '' : `stopped by ${joinTexts(stopped.slice(0, 3))}`,
  ]);
}

/** Security groups with a rule that names every address, and what that exposes. */
export const openToEveryone =
  '{IpPermissions[].IpRanges[].CidrIp=0.0.0.0/0}|{IpPermissions[].Ipv6Ranges[].CidrIpv6=::/0}';

/** The ports of services that questions name. Source: IANA, "Service Name and Transport Protocol Port Number Registry". */
export const servicePorts: Readonly<Record<string, number>> = {
  ssh: 22,
  rdp: 3389,
  http: 80,
  https: 443,
  postgres: 5432,
  postgresql: 5432,
  mysql: 3306,
  redis: 6379,
};

/** A rule that names every address, for a port or for all of them. */
function openPort(port: number): string {
  return ['IpRanges[].CidrIp=0.0.0.0/0', 'Ipv6Ranges[].CidrIpv6=::/0']
    .flatMap((everyone) => [
      `{IpPermissions[]{FromPort<=${port};ToPort>=${port};${everyone}}}`,
      `{IpPermissions[]{IpProtocol=-1;${everyone}}}`,
    ])
    .join('|');
}

export function* openGroupsAnswer(query: ResourceQuery, port?: number): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('search_resources', {
    ...prepared.arguments,
    property: port === undefined ? openToEveryone : openPort(port),
    limit: listedRows,
    sort: 'name',
  });
  const lead = `${reply.total ?? 'Some'} ${prepared.noun(reply.total)}${prepared.phrase} with an inbound rule for every address (0.0.0.0/0 or ::/0)${port === undefined ? '' : ` to the port ${port}`}`;
  return reply.rows.length === 0 ? `${lead}.` : `${lead}:\n${listRows(reply)}`;
}

/** The roles of a set that principals outside of the organization's accounts can assume. */
export function* trustAnswer(query: ResourceQuery): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('search_resources', {
    ...prepared.arguments,
    trusts: ['other_account', 'anyone'],
    limit: listedRows,
    sort: 'name',
  });
  const lead = `${reply.total ?? 'Some'} ${prepared.noun(reply.total)}${prepared.phrase} whose trust policy names an account that is not connected, or everyone`;
  return reply.rows.length === 0 ? `${lead}.` : `${lead}:\n${listRows(reply)}`;
}

/** The resources of a set that differ from the state of their code. */
export function* driftAnswer(query: ResourceQuery, isCount: boolean, isMuted: boolean): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('list_drift', {
    ...prepared.arguments,
    ...(isMuted ? { muted: true } : {}),
    ...(isCount ? { count_only: true } : { limit: listedRows }),
  });
  const lead = `${reply.total ?? 'Some'} ${prepared.noun(reply.total)}${prepared.phrase} ${plural(reply.total, 'differs', 'differ')} from the state of the code${isMuted ? ' in a way that a drift rule mutes' : ''}`;
  if (reply.rows.length === 0) return `${lead}.`;
  return [`${lead}:`, ...reply.rows.map(driftLine), ...(reply.truncated ? ['The list continues.'] : [])].join(
    '\n',
  );
}

export function* driftOf(row: ReplyRow): ToolPlan {
  const reply = yield* read('list_drift', { resource: row.ref });
  return reply.rows.length === 0
    ? `No drift: no difference of ${cite(row)} from the state of its code is known.`
    : [`${cite(row)} differs from the state of its code:`, ...reply.rows.map(driftLine)].join('\n');
}

function driftLine(row: ReplyRow): string {
  const { fields } = row;
  const attributes = arrayOf(fields['attributes']).flatMap((one) =>
    isObject(one) ? [textOf(one, 'attribute')] : [],
  );
  return line(row, [
    titleOfType(textOf(fields, 'resource_type')),
    textOf(fields, 'account'),
    textOf(fields, 'address'),
    attributes.length === 0 ? '' : `attributes ${joinTexts(attributes.slice(0, 5))}`,
    timeOf(fields, 'since') === '' ? '' : `since ${timeOf(fields, 'since')}`,
  ]);
}

/** Paragraphs of a section that an answer quotes. */
const shownTexts = 8;

/** The sections of the documentation that match a question, with their links. */
export function* documentationAnswer(question: string): ToolPlan {
  const reply = yield* read('search_documentation', { documentation_query: question.slice(0, 300) });
  const [first] = reply.rows;
  if (first === undefined)
    return 'The documentation has no section about this, so the question was not understood.';
  return [
    `From the documentation, ${cite(first)}:`,
    ...arrayOf(first.fields['text'])
      .flatMap((text) => (typeof text === 'string' ? [plain(text)] : []))
      .slice(0, shownTexts),
    ...reply.rows
      .slice(1, 3)
      .map(
        (row) => `- see also ${textOf(row.fields, 'title')}: ${textOf(row.fields, 'heading')} [${row.ref}]`,
      ),
  ].join('\n');
}

export function* stateSourcesAnswer(failedOnly: boolean): ToolPlan {
  const reply = yield* read('list_state_sources', {
    ...(failedOnly ? { state_status: 'error' } : {}),
    limit: listedRows,
  });
  const { rows } = reply;
  const [all, synced] = failedOnly
    ? yield* callAll(
        [{}, { state_status: 'synced' }].map((filter) => ({
          tool: 'list_state_sources',
          arguments: { ...filter, count_only: true },
        })),
      )
    : [];
  const lead =
    all === undefined || synced === undefined
      ? `${reply.total ?? rows.length} Terraform state sources`
      : `Of ${requireOk(all).total ?? 'the'} Terraform state sources, ${requireOk(synced).total ?? 'an unknown number'} were read without an error, and ${reply.total ?? rows.length} have an error`;
  return rows.length === 0
    ? `${lead}.`
    : [
        `${lead}:`,
        ...rows
          .slice(0, listedRows)
          .map((row) =>
            line(row, [
              textOf(row.fields, 'status'),
              textOf(row.fields, 'account'),
              textOf(row.fields, 'project'),
              timeOf(row.fields, 'last_synced_at') === ''
                ? 'never synced'
                : `synced ${timeOf(row.fields, 'last_synced_at')}`,
              textOf(row.fields, 'last_error'),
            ]),
          ),
      ].join('\n');
}

export function* savedQueriesAnswer(named: string | undefined): ToolPlan {
  if (named !== undefined) {
    const reply = yield* read('list_saved_queries', { saved_query: named, limit: listedRows });
    return `${reply.total ?? 'Some'} resources of the saved query ${plain(named)}${reply.subject === undefined ? '' : ` [${reply.subject}]`}${reply.rows.length === 0 ? '.' : `:\n${listRows(reply)}`}`;
  }
  const reply = yield* read('list_saved_queries', { limit: 50 });
  return [
    `${reply.total ?? reply.rows.length} saved queries:`,
    ...reply.rows.map((row) =>
      line(row, [
        textOf(row.fields, 'description'),
        textOf(row.fields, 'count') === '' ? 'not counted yet' : `${textOf(row.fields, 'count')} resources`,
      ]),
    ),
  ].join('\n');
}

export function* membersAnswer(team: ReplyRow | undefined): ToolPlan {
  const reply =
    team === undefined
      ? yield* read('list_members', { limit: 50 })
      : yield* read('list_teams', { team: team.ref, limit: 50 });
  const lead =
    team === undefined
      ? `${reply.total ?? 'Some'} users of the organization`
      : `${reply.total ?? 'Some'} members of the team ${cite(team)}`;
  return reply.rows.length === 0
    ? `${lead}.`
    : [
        `${lead}:`,
        ...reply.rows
          .slice(0, listedRows)
          .map((row) => line(row, [textOf(row.fields, 'email'), textOf(row.fields, 'role')])),
      ].join('\n');
}

/** Teams and users that are assigned to an application as on-call or contributor. */
export function* assignedAnswer(application: ReplyRow, relation: 'on_call' | 'contributor'): ToolPlan {
  const reply = yield* read('get_ownership', { application: application.ref });
  const rows = reply.rows.filter(({ fields }) => fields['relation'] === relation);
  const noun = relation === 'on_call' ? 'on-call' : 'contributor';
  return rows.length === 0
    ? `No ${noun} team or user is assigned to the application ${cite(application)}.`
    : `Assigned to the application ${cite(application)} as ${noun}: ${joinTexts(rows.map((row) => `${cite(row)} (${textOf(row.fields, 'owner_kind')})`))}.`;
}

/** The open ownership issues, of one kind when the question names it, counted by kind. */
export function* issuesAnswer(kind: string | undefined): ToolPlan {
  const filter = kind === undefined ? {} : { issue_kind: kind };
  const reply = yield* read('list_ownership_issues', { ...filter, limit: listedRows });
  const what = kind === undefined ? '' : ` of the kind ${kind.replaceAll('_', ' ')}`;
  if (reply.rows.length === 0) return `No ownership issue${what} is open.`;
  const { groups } = yield* read('list_ownership_issues', { ...filter, group_by: 'kind' });
  const kinds = groups.map(({ key, count }) => `${(key ?? '').replaceAll('_', ' ')} ${count}`);
  return [
    `${reply.total ?? 'Some'} ownership issues${what} are open${kind === undefined && kinds.length > 0 ? ` (${joinTexts(kinds)})` : ''}:`,
    ...reply.rows.map((row) =>
      line(row, [
        textOf(row.fields, 'kind').replaceAll('_', ' '),
        textOf(row.fields, 'target'),
        textOf(row.fields, 'status', 'state'),
      ]),
    ),
  ].join('\n');
}

/** The last scans and how they ended. */
export function* scansAnswer(filter: JsonObject, maximum: number, isLast: boolean): ToolPlan {
  const reply = yield* read('get_discovery', { section: 'scans', ...filter, limit: maximum });
  if (reply.rows.length === 0) return '0 scans: no such scan is known.';
  const [first] = reply.rows;
  const status = first === undefined ? '' : textOf(first.fields, 'status');
  const count =
    reply.total === null || isLast
      ? ''
      : `${reply.total} ${plural(reply.total, 'scan', 'scans')} are known. `;
  const lead =
    maximum === 1 || status === ''
      ? `${count}The last scan ${status}`
      : `${count}The last scan ${status}; the last scans, newest first`;
  return [`${lead}:`, ...reply.rows.map(scanLine)].join('\n');
}

export function scanLine(row: ReplyRow): string {
  const { fields } = row;
  return accountLine(row, [
    textOf(fields, 'status'),
    textOf(fields, 'trigger'),
    timeOf(fields, 'finished_at', 'started_at', 'created_at'),
    textOf(fields, 'seen') === '' ? '' : `saw ${textOf(fields, 'seen')}`,
    `created ${textOf(fields, 'created') || '0'}, updated ${textOf(fields, 'updated') || '0'}, deleted ${textOf(fields, 'deleted') || '0'}`,
    textOf(fields, 'error'),
  ]);
}

/** A line of a record without a name, labelled by its account. */
function accountLine({ ref, fields }: ReplyRow, details: readonly string[]): string {
  const account = textOf(fields, 'account');
  return `- ${account === '' ? 'all accounts' : account} [${ref}]: ${details.filter((detail) => detail !== '').join(', ')}`;
}

/** The parts of AWS that could not be read, with the reasons; with an outcome only these. */
export function* unreadAnswer(filter: JsonObject, outcome: string | undefined): ToolPlan {
  const reply = yield* read('get_discovery', {
    section: 'coverage',
    ...filter,
    ...(outcome === undefined ? {} : { outcome }),
    limit: listedRows,
  });
  const what = outcome === undefined ? 'that were not read completely' : `with the outcome ${outcome}`;
  if (reply.rows.length === 0) return `There are no parts (account, region and type) ${what}.`;
  const counts = Object.entries(reply.summary).flatMap(([name, count]) =>
    typeof count === 'number' && name !== 'group_count' ? [`${name.replaceAll('_', ' ')} ${count}`] : [],
  );
  return [
    `${reply.total ?? 'Some'} parts (account, region and type) ${what}${counts.length === 0 ? '' : ` (${plain(joinTexts(counts))})`}:`,
    ...reply.rows.map((row) =>
      accountLine(row, [
        textOf(row.fields, 'region'),
        titleOfType(textOf(row.fields, 'resource_type')),
        textOf(row.fields, 'outcome').replaceAll('_', ' '),
        textOf(row.fields, 'error_code'),
        textOf(row.fields, 'error'),
      ]),
    ),
    ...(reply.truncated ? ['The list continues.'] : []),
  ].join('\n');
}

/** Who may use a resource, by the policies that the inventory has. */
export function* accessAnswer(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_access', {
    resource: row.ref,
    decision: ['allowed', 'conditional'],
    limit: listedRows,
  });
  if (reply.rows.length === 0) return `No policy in the inventory allows anyone to use ${cite(row)}.`;
  return [
    `By the policies in the inventory, these may use ${cite(row)} (conditions, and policies that were not read, can restrict it):`,
    ...reply.rows.map((one) => {
      const actions = arrayOf(one.fields['actions']).filter((action) => typeof action === 'string');
      const depends = arrayOf(one.fields['depends_on']).filter((kind) => typeof kind === 'string');
      return line(one, [
        textOf(one.fields, 'decision'),
        plain(joinTexts(actions.slice(0, 5))),
        depends.length === 0 ? '' : `not evaluated: ${plain(joinTexts(depends.slice(0, 3)))}`,
      ]);
    }),
    ...(reply.truncated ? ['The list continues.'] : []),
  ].join('\n');
}

/** The rules that infer owners, or the ones that mute differences. */
export function* rulesAnswer(kind: 'inference' | 'drift', enabled: boolean | undefined): ToolPlan {
  const reply = yield* read(kind === 'drift' ? 'list_drift_rules' : 'list_inference_rules', {
    ...(enabled === undefined ? {} : { enabled }),
    limit: listedRows,
  });
  const { rows } = reply;
  const total = reply.total ?? rows.length;
  const what = kind === 'drift' ? 'drift rule' : 'inference rule';
  const lead = `${total} ${plural(total, what, `${what}s`)}${enabled === undefined ? '' : enabled ? ', switched on' : ', switched off'}`;
  return rows.length === 0
    ? `${lead}.`
    : [
        `${lead}:`,
        ...rows.map(({ ref, fields }) =>
          line({ ref, type: what, fields }, [
            textOf(fields, 'outcome'),
            textOf(fields, 'reason'),
            fields['enabled'] === false ? 'switched off' : '',
            fields['is_suspended'] === true ? 'suspended' : '',
            textOf(fields, 'muted') === '' ? '' : `mutes ${textOf(fields, 'muted')}`,
          ]),
        ),
        ...(total > rows.length ? ['The list continues.'] : []),
      ].join('\n');
}

/** The reading of CloudTrail, by account and region. */
export function* eventFeedsAnswer(account: ReplyRow | undefined): ToolPlan {
  const reply = yield* read('get_discovery', {
    section: 'events',
    ...(account === undefined ? {} : { account: account.ref }),
    limit: listedRows,
  });
  if (reply.rows.length === 0) return 'CloudTrail is not read in any account.';
  const counts = [...feedStatuses, 'with_error'].flatMap((name) => {
    const count = reply.summary[name];
    return typeof count === 'number' && (count > 0 || name === 'with_error')
      ? [`${name.replaceAll('_', ' ')} ${count}`]
      : [];
  });
  return [
    `CloudTrail is read in ${reply.total ?? 'many'} pairs of account and region${counts.length === 0 ? '' : ` (${joinTexts(counts)})`}:`,
    ...reply.rows.map((row) =>
      accountLine(row, [
        textOf(row.fields, 'region'),
        textOf(row.fields, 'status'),
        timeOf(row.fields, 'last_event_at') === '' ? '' : `last event ${timeOf(row.fields, 'last_event_at')}`,
        textOf(row.fields, 'error'),
      ]),
    ),
    ...(reply.truncated ? ['The list continues.'] : []),
  ].join('\n');
}
