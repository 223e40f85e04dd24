import { defined } from '../../../../domain/defined.ts';
import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { arrayOf } from '../../../../domain/assistant/embedded/tool-reply.ts';
import type { OkReply, ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import {
  cite,
  joinTexts,
  line,
  listedRows,
  plain,
  textOf,
  timeOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import { isObject } from '../../../../domain/json/json.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { mappingRulesOf } from '../../../../domain/mapping/rules/mapping-rule.ts';

/** Verbs of questions that are actions of plans. Other verbs ask for all changes. */
export type AskedPlanAction = 'create' | 'update' | 'delete' | 'replace';

/** What a plan touches: the one that is named, else the newest one, of a project or repository when the question names it. */
export function* planEffect(
  named: string | undefined,
  scope: JsonObject,
  action: AskedPlanAction | undefined,
  only: { readonly refs: readonly string[]; readonly types: readonly string[] } = { refs: [], types: [] },
): ToolPlan {
  const ref = named ?? (yield* newestPlan(scope))?.ref;
  if (ref === undefined) return 'There is no plan.';
  const reply = yield* read('get_plan', defined({ plan: ref, action }));
  if (only.refs.length + only.types.length === 0) return planText(reply, action);
  const plan = reply.rows.find(({ type }) => type === 'plan');
  const rows = reply.rows.filter(
    (row) =>
      row !== plan &&
      (only.refs.length > 0
        ? only.refs.includes(row.ref)
        : mappingRulesOf(textOf(row.fields, 'terraform_type')).some(
            ({ resourceType }) => resourceType !== null && only.types.includes(resourceType),
          )),
  );
  const subject = plan === undefined ? 'The plan' : `The plan ${cite(plan)}`;
  return rows.length === 0
    ? `${subject} proposes no${action === undefined ? '' : ` ${action}`} change of ${only.refs.length > 0 ? 'this resource' : 'such a resource'}${reply.truncated ? ` among its first ${reply.rows.length - 1} changes` : ''}.`
    : [`${subject} proposes:`, ...rows.map(planChangeLine)].join('\n');
}

function* newestPlan(scope: JsonObject): ToolPlan<ReplyRow | undefined> {
  return (yield* read('list_plans', { ...scope, limit: 1 })).rows[0];
}

/** The newest plan, without its changes. */
export function* lastPlan(scope: JsonObject, scopeText: string): ToolPlan {
  const plan = yield* newestPlan(scope);
  if (plan === undefined) return `There is no plan${scopeText === '' ? '' : ` of ${scopeText}`}.`;
  return scopeText === ''
    ? `The last plan:\n- ${planLine(plan)}`
    : `The last plan of ${scopeText} is ${planLine(plan)}.`;
}

/** The risks of a plan. */
export function* planRisk(named: string | undefined, scope: JsonObject): ToolPlan {
  const ref = named ?? (yield* newestPlan(scope))?.ref;
  if (ref === undefined) return 'There is no plan.';
  const reply = yield* read('get_plan', { plan: ref });
  const plan = reply.rows.find(({ type }) => type === 'plan') ?? reply.rows[0];
  const risks = reply.rows.flatMap((row) =>
    risksOf(row).map(
      (risk) =>
        `- ${row === plan ? `the plan [${row.ref}]` : `${textOf(row.fields, 'address', 'name')} [${row.ref}]`}: ${risk}`,
    ),
  );
  const lead = risks.length === 0 ? `No risk of the plan [${ref}] is known.` : `The plan [${ref}] has risks:`;
  return [lead, ...[...new Set(risks)].slice(0, listedRows), planText(reply, undefined)].join('\n');
}

function risksOf({ fields }: ReplyRow): readonly string[] {
  return ['risks', 'risk'].flatMap((name) =>
    (Array.isArray(fields[name])
      ? arrayOf(fields[name])
      : fields[name] === undefined
        ? []
        : [fields[name]]
    ).flatMap((one) => {
      if (typeof one === 'string') return [plain(one)];
      if (!isObject(one)) return [];
      const text = [
        textOf(one, 'kind').replaceAll('_', ' '),
        textOf(one, 'severity'),
        textOf(one, 'address'),
        textOf(one, 'detail'),
      ]
        .filter((part) => part !== '')
        .join(', ');
      return text === '' ? [] : [text];
    }),
  );
}

/** The last runs of a project, repository or application, or the ones that touched a resource. */
export function* runsAnswer(
  kind: 'project' | 'repository' | 'application' | 'resource' | undefined,
  row: ReplyRow | undefined,
  touched: boolean,
): ToolPlan {
  const tool = kind === 'resource' ? 'resource_executions' : 'list_executions';
  const reply = yield* read(tool, {
    ...(kind === undefined || row === undefined ? {} : { [kind]: row.ref }),
    limit: touched ? listedRows : 5,
  });
  const of = row === undefined ? '' : ` of ${cite(row)}`;
  if (reply.rows.length === 0)
    return touched && row !== undefined ? `No run touched ${cite(row)}.` : `There is no run${of}.`;
  const lead =
    touched && row !== undefined ? `Runs that touched ${cite(row)}:` : `The last runs${of}, newest first:`;
  return [lead, ...reply.rows.map(runLine)].join('\n');
}

/** The newest successful apply, and the changes that its run explains. */
export function* lastApplyAnswer(): ToolPlan {
  const runs = yield* read('list_executions', { kind: 'apply', limit: 1 });
  const [run] = runs.rows;
  if (run === undefined) return 'There is no run of the kind apply.';
  const plan = textOf(run.fields, 'plan_id');
  const lead = `The last apply is ${runLine(run).slice(2)}.`;
  if (plan === '') {
    const started = textOf(run.fields, 'started_at', 'created_at');
    const changes = yield* read('list_changes', {
      explained: true,
      ...(started === '' ? {} : { since: started }),
      limit: listedRows,
    });
    const lines = changes.rows.map(
      (row) =>
        `- ${textOf(row.fields, 'resource')} ${textOf(row.fields, 'kind')} [${row.ref}]: ${textOf(row.fields, 'resource_type')}, ${textOf(row.fields, 'region')}, ${timeOf(row.fields, 'occurred_at')}`,
    );
    return lines.length === 0
      ? `${lead} No change since it began is explained by a run or plan.`
      : [`${lead} Changes since it began that a run, plan or pull request explains:`, ...lines].join('\n');
  }
  return `${lead}\n${planText(yield* read('get_plan', { plan }), undefined)}`;
}

export function runLine(row: ReplyRow): string {
  const { fields } = row;
  return line(row, [
    textOf(fields, 'kind'),
    textOf(fields, 'status'),
    textOf(fields, 'project', 'repository'),
    timeOf(fields, 'finished_at', 'started_at', 'created_at'),
    textOf(fields, 'actor'),
  ]);
}

export function planLine(row: ReplyRow): string {
  const { fields } = row;
  const details = [textOf(fields, 'project'), timeOf(fields, 'created_at'), actionsText(fields['summary'])];
  return `[${row.ref}]: ${details.filter((detail) => detail !== '').join(', ')}`;
}

export function pullRequestLine(row: ReplyRow): string {
  const { fields } = row;
  const projects = arrayOf(fields['projects'])
    .filter((one) => typeof one === 'string')
    .map(plain);
  return line(row, [
    textOf(fields, 'repository'),
    textOf(fields, 'state'),
    textOf(fields, 'author') === '' ? '' : `by ${textOf(fields, 'author')}`,
    timeOf(fields, 'opened_at') === '' ? '' : `opened ${timeOf(fields, 'opened_at')}`,
    projects.length === 0 ? '' : `projects ${joinTexts(projects.slice(0, 5))}`,
  ]);
}

/** Returns `create 2, delete 1` of the actions that have a count. */
function actionsText(summary: ReplyRow['fields'][string] | undefined): string {
  if (!isObject(summary)) return '';
  const actions = Object.entries(summary).flatMap(([action, count]) =>
    typeof count === 'number' && count > 0 ? [`${plain(action)} ${count}`] : [],
  );
  return actions.join(', ');
}

/** The plan and the changes of resources that it proposes. */
function planText(reply: OkReply, action: AskedPlanAction | undefined): string {
  const plan = reply.rows.find(({ type }) => type === 'plan') ?? reply.rows[0];
  const subject = plan?.ref ?? reply.subject;
  const changes = reply.rows.filter((row) => row !== plan || textOf(row.fields, 'address') !== '');
  const actions =
    actionsText(reply.summary['summary']) ||
    actionsText(reply.summary) ||
    actionsText(plan?.fields['summary']);
  const lead = `The plan${subject === undefined ? '' : ` [${subject}]`}${actions === '' ? '' : ` has these actions: ${actions}`}`;
  const intro =
    action === undefined ? `${lead}.` : `${lead}. It will ${action} ${reply.total ?? changes.length}.`;
  const hasMore = reply.truncated || changes.length > listedRows;
  return [
    intro,
    ...changes.slice(0, listedRows).map(planChangeLine),
    ...(hasMore ? ['The plan has more changes.'] : []),
  ].join('\n');
}

function planChangeLine({ ref, fields }: ReplyRow): string {
  const actions = fields['actions'];
  const texts = Array.isArray(actions)
    ? actions.filter((one) => typeof one === 'string').join(' and ')
    : textOf(fields, 'actions', 'action');
  const paths = arrayOf(fields['changed_paths']).flatMap((one) =>
    typeof one === 'string' && one !== '' ? [one] : [],
  );
  return `- ${textOf(fields, 'address', 'name')} [${ref}]: ${plain(texts)}${paths.length === 0 ? '' : ` (${plain(paths.slice(0, 5).join(', '))})`}`;
}
