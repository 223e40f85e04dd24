import { callAll, read, requireOk } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import type { ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { cite, listedRows, plain, plural, textOf } from '../../../../domain/assistant/embedded/write-text.ts';
import { noResponse } from '../resource-query.ts';

/** The code that manages a resource. */
export function* codeAnswer(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_code_mapping', { resource: row.ref });
  const mappings = reply.rows.filter(({ fields }) => fields['is_suggestion'] !== true);
  const state = textOf(reply.summary, 'management_state');
  if (mappings.length === 0)
    return `No code manages ${cite(row)}; its management state is ${state}.${suggestions(reply.rows)}`;
  return [
    `${cite(row)} is ${state === '' ? 'managed' : state}:`,
    ...mappings.slice(0, listedRows).map(mappingLine),
  ].join('\n');
}

function mappingLine({ ref, fields }: ReplyRow): string {
  const [file, number] = [textOf(fields, 'file'), textOf(fields, 'line')];
  const details = [
    textOf(fields, 'address'),
    file === '' ? '' : `in ${file}${number === '' ? '' : `, line ${number}`}`,
    textOf(fields, 'repository'),
    textOf(fields, 'confidence') === '' ? '' : `confidence ${textOf(fields, 'confidence')}`,
  ];
  const project = textOf(fields, 'project');
  return `- ${project === '' ? '' : `project ${project} `}[${ref}]: ${details.filter((detail) => detail !== '').join(', ')}`;
}

function suggestions(rows: readonly ReplyRow[]): string {
  const suggested = rows.filter(({ fields }) => fields['is_suggestion'] === true).slice(0, 3);
  if (suggested.length === 0) return '';
  return ` Possible: ${suggested.map(({ ref, fields }) => `${textOf(fields, 'address')} [${ref}]`).join(', ')}.`;
}

/** Why a resource has its management state. */
export function* whyState(row: ReplyRow): ToolPlan {
  const reply = yield* read('get_code_mapping', { resource: row.ref });
  const mappings = reply.rows.filter(({ fields }) => fields['is_suggestion'] !== true);
  const state = textOf(reply.summary, 'management_state') || textOf(row.fields, 'management_state');
  if (mappings.length > 0)
    return [
      `${cite(row)} is ${state}, because code manages it:`,
      ...mappings.slice(0, listedRows).map(mappingLine),
    ].join('\n');
  const reasons: Readonly<Record<string, string>> = {
    unmanaged: 'no Terraform state of a connected source and no code of a connected repository claims it',
    ignored: 'a rule of the organization ignores it',
    child: 'it belongs to another resource that is managed with it',
    default: 'AWS creates it by itself',
    unknown: 'no comparison with the states has been made',
  };
  return `${cite(row)} is ${state}, because ${reasons[state] ?? 'no code manages it'}.${suggestions(reply.rows)}`;
}

/** The entries of Terraform states without a resource, of one project or of all. */
export function* missingAnswer(project: ReplyRow | undefined, environment?: string): ToolPlan {
  if (project !== undefined) return yield* missingOf(project);
  const [coverage, projects] = yield* callAll([
    { tool: 'get_coverage', arguments: { limit: 1 } },
    { tool: 'list_projects', arguments: { has_state: true } },
  ]);
  const { summary } = requireOk(coverage ?? noResponse);
  const count = typeof summary['managed_missing'] === 'number' ? summary['managed_missing'] : null;
  const lacking = requireOk(projects ?? noResponse).rows.filter(({ fields }) => {
    const missing = fields['managed_missing'];
    return (
      typeof missing === 'number' &&
      missing > 0 &&
      (environment === undefined || textOf(fields, 'path').toLowerCase().includes(environment.toLowerCase()))
    );
  });
  const lead = `${count ?? 'No count of'} state ${plural(count, 'entry', 'entries')} without a resource`;
  if (lacking.length === 0) return `${plain(lead)}.`;
  const details: string[] = [];
  for (const row of lacking.slice(0, maximumProjects)) details.push(yield* missingOf(row));
  const more = lacking
    .slice(maximumProjects, listedRows)
    .map((row) => `- ${cite(row)}: ${textOf(row.fields, 'managed_missing')}`);
  return [`${lead}, by project:`, ...details, ...more].join('\n');
}

const maximumProjects = 4;

function* missingOf(project: ReplyRow): ToolPlan {
  const reply = yield* read('get_coverage', { project: project.ref, limit: listedRows });
  const lead = `${reply.total ?? 'No count of'} state ${plural(reply.total, 'entry', 'entries')} of the project ${cite(project)} without a resource`;
  const lines = reply.rows.map(
    ({ fields }) => `- ${textOf(fields, 'address')} (${textOf(fields, 'resource_type')})`,
  );
  return lines.length === 0 ? `${lead}.` : [`${lead}:`, ...lines.slice(0, listedRows)].join('\n');
}
