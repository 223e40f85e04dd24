import { form } from '../form.ts';
import { namedResource } from '../named-resource.ts';
import { callAll, read, requireOk } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import { resourceFilters } from '../resource-arguments.ts';
import { resolveName } from '../resolve-name.ts';
import type { ReplyRow } from '../tool-reply.ts';
import { cite, listedRows, plain, plural, textOf } from '../write-text.ts';
import { listText } from './list.ts';

const narrowing = { regions: true, scopes: ['account'] } as const;

export const codeOf = form({
  name: 'code that manages a resource',
  family: 'code',
  examples: [
    'Which code manages orders-production in eu-west-1?',
    'In which file is queue orders-production defined?',
    'What is the Terraform address of orders-production?',
  ],
  patterns: [
    'which|what code|project|file|address|repository manage NAME',
    'what|who manage NAME',
    'where NAME manage [in|code]',
    'where NAME in code',
    'in|by which|what code|file|project|repository NAME manage',
    'which|what code|project|file|repository NAME manage [in|by]',
    'which|what code|file|address|project|repository|commit of|for NAME',
    'code|file|address|project|repository of|for NAME',
    'which|what code|file|address [code] of|for NAME',
    'what code address of|for NAME',
    '[code] file|address of|for NAME',
    'show code|file|address|project [code] of|for|manage NAME',
    'show code [file|address] of|for NAME',
    'where code of|for NAME',
    'where code manage NAME',
    'where code NAME',
    "NAME 's code|file|address|project",
    "what|which NAME 's code|file|address|project",
    'which|what code|file|project NAME [in|from|by|manage]',
    'who manage NAME in code',
    'which line of code manage NAME',
    'how NAME manage',
  ],
  accepts: narrowing,
  when: ({ names }) => names[0]?.field === undefined,
  *plan(question) {
    const row = yield* namedResource(question);
    const reply = yield* read('get_code_mapping', { resource: row.ref });
    const mappings = reply.rows.filter(({ fields }) => fields['is_suggestion'] !== true);
    const state = textOf(reply.summary, 'management_state');
    if (mappings.length === 0)
      return `No code manages ${cite(row)}; its management state is ${state}.${suggestions(reply.rows)}`;
    return [
      `${cite(row)} is ${state === '' ? 'managed' : state}:`,
      ...mappings.slice(0, listedRows).map(mappingLine),
    ].join('\n');
  },
});

function mappingLine({ ref, fields }: ReplyRow): string {
  const [file, number] = [textOf(fields, 'file'), textOf(fields, 'line')];
  const details = [
    textOf(fields, 'address'),
    file === '' ? '' : `in ${file}${number === '' ? '' : `:${number}`}`,
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

export const managedBy = form({
  name: 'resources of a project',
  family: 'code',
  examples: [
    'What does project terraform/shop/production manage?',
    'Which queues does the project terraform/shop/production manage?',
  ],
  patterns: [
    'what NAME manage',
    'which|what RES NAME manage',
    'show RES NAME manage',
    'what in NAME',
    'show everything NAME manage',
    'what manage in|by NAME',
  ],
  accepts: { ...resourceFilters, scopes: ['account', 'environment'] },
  when: ({ names }) =>
    names[0]?.field === 'project' || (names[0]?.field === undefined && names[0]?.text.includes('/') === true),
  *plan(question) {
    const scopes = [
      ...question.filters.scopes,
      { field: 'project' as const, text: question.names[0]?.text ?? '' },
    ];
    return yield* listText({ ...question, filters: { ...question.filters, scopes } });
  },
});

export const missing = form({
  name: 'code without a resource',
  family: 'code',
  examples: [
    'What is missing?',
    'What is missing in project terraform/shop/production?',
    'Which resources are missing?',
  ],
  patterns: [
    'what|which missing',
    'what|which resource missing',
    'what|which code missing',
    'show missing resource',
    'missing resource',
    'how many resource missing',
    'how many missing',
    'is anything missing',
    'what missing in|from|of|for PLACE',
    'what|which resource missing in|from|of|for PLACE',
    'what PLACE missing',
    'show missing resource of|in PLACE',
    'how many resource missing in PLACE',
    'what missing in code|aws',
    'what in code but not in aws|cloud',
  ],
  accepts: {},
  when: ({ names }) => ['project', undefined].includes(names[0]?.field as 'project' | undefined),
  *plan(question) {
    const [name] = question.names;
    if (name === undefined) return yield* missingOverall();
    const { row } = yield* resolveName(name, ['project']);
    const reply = yield* read('get_coverage', { project: row.ref, limit: listedRows });
    const noun = plural(reply.total, 'entry', 'entries');
    const lead = `${reply.total ?? 'No count of'} state ${noun} of the project ${cite(row)} without a resource`;
    const lines = reply.rows.map(
      ({ fields }) => `- ${textOf(fields, 'address')} (${textOf(fields, 'resource_type')})`,
    );
    return lines.length === 0 ? `${lead}.` : [`${lead}:`, ...lines.slice(0, listedRows)].join('\n');
  },
});

function* missingOverall(): ToolPlan {
  const [coverage, projects] = yield* callAll([
    { tool: 'get_coverage', arguments: { limit: 1 } },
    { tool: 'list_projects', arguments: { has_state: true } },
  ]);
  const { summary } = requireOk(coverage ?? noResponse);
  const count = summary['managed_missing'];
  const lines = requireOk(projects ?? noResponse).rows.flatMap((row) => {
    const lacking = row.fields['managed_missing'];
    return typeof lacking === 'number' && lacking > 0 ? [`- ${cite(row)}: ${lacking}`] : [];
  });
  const lead = `${typeof count === 'number' ? count : 'No count of'} state ${plural(typeof count === 'number' ? count : null, 'entry', 'entries')} without a resource`;
  return lines.length === 0
    ? `${plain(lead)}.`
    : [`${lead}, by project:`, ...lines.slice(0, listedRows)].join('\n');
}

const noResponse = { status: 'error', message: 'no response' } as const;
