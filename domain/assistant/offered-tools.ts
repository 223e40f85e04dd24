import { compactDefinitions } from './compact-definitions.ts';
import { rankTexts } from './documentation/rank-texts.ts';
import type { ToolDefinition } from './model.ts';

export const findToolsName = 'find_tools';

/** A model can name more tools than a request has room for: the first ones that have room are offered. */
const maximumNames = 8;
const always: readonly string[] = ['search_resources', 'count_resources'];
/** Tools that many questions need. They are chosen after the tools that the question names. */
const general: readonly string[] = ['get_resource', 'list_changes', 'search_documentation'];

/** Words of questions that the definition of a tool does not have. */
const topics: ReadonlyMap<string, string> = new Map([
  ['get_ownership', 'own owns owned responsible contact escalate on call oncall belongs whose'],
  ['list_applications', 'apps services unowned'],
  ['list_teams', 'member members people lead who is in'],
  ['list_members', 'admin admins people colleagues logged login invited'],
  ['list_audit_entries', 'created invited deleted configured settings token log audit'],
  ['get_impact', 'breaks break safe delete remove depends affected blast radius fail'],
  ['get_relationships', 'uses connected depends linked attached upstream downstream'],
  ['get_code_mapping', 'terraform code file line repo managed defined import where git'],
  ['get_coverage', 'stale fresh fresher unmanaged clickops percent terraform coverage'],
  ['get_discovery', 'scan scanned failed missing denied regions blind why permissions throttled'],
  ['get_access', 'access permission permissions allowed may can assume policy who'],
  ['list_inference_rules', 'rule rules infer inferred assignment naming'],
  ['list_drift_rules', 'muted mute ignored rule rules reason drift'],
  ['get_exposure', 'public publicly internet open world exposed reachable security 0.0.0.0'],
  ['list_drift', 'drift drifted differs diverged manual out of sync'],
  ['list_properties', 'encrypted runtime timeout version size setting configured engine'],
  ['list_saved_queries', 'encrypted unattached public checks findings query'],
  ['list_state_sources', 'tfstate backend state states sync'],
  ['list_ownership_issues', 'issues problems unowned conflicting orphaned'],
  ['list_executions', 'pipeline apply deploy deployment run runs ci failed'],
  ['list_plans', 'plan pending terraform'],
  ['list_pull_requests', 'pr prs merge merged open review'],
  ['count_changes', 'changed changes who many'],
  ['list_changes', 'changed changes who when happened yesterday today night'],
  ['search_documentation', 'how do i connect set up install configure documentation mean help work'],
]);

/**
 * The tools that a turn offers to a model whose requests have a limit for definitions: those that fit the question, and
 * `find_tools`, with which the model asks for the others by name.
 */
export class OfferedTools {
  readonly #all: readonly ToolDefinition[];
  readonly #maximumBytes: number | undefined;
  /** Names, the ones that are needed most first. */
  #ranked: readonly string[];

  /** @param maximumBytes of the definitions as JSON; without it, all tools are offered as they are */
  constructor(all: readonly ToolDefinition[], question: string, maximumBytes: number | undefined) {
    this.#all = all;
    this.#maximumBytes = maximumBytes;
    this.#ranked = rankedNames(all, question);
  }

  /** Returns the definitions for the next request. */
  definitions(): readonly ToolDefinition[] {
    const maximumBytes = this.#maximumBytes;
    if (maximumBytes === undefined) return this.#all;
    const everything = compactDefinitions(this.#all);
    if (bytesOf(everything) <= maximumBytes) return everything;
    const chosen = new Set<string>();
    let offered = this.#compact(chosen);
    for (const name of this.#ranked) {
      const more = this.#compact(new Set([...chosen, name]));
      if (bytesOf(more) > maximumBytes) continue;
      chosen.add(name);
      offered = more;
    }
    return offered;
  }

  /** Offers the named tools from the next request on, and returns the response to the model. */
  find(names: readonly string[]): { readonly offered: readonly string[] } {
    const known = new Set(this.#all.map(({ name }) => name));
    const found = names.filter((name) => known.has(name)).slice(0, maximumNames);
    this.#ranked = [...new Set([...found, ...this.#ranked])];
    const offered = new Set(this.definitions().map(({ name }) => name));
    return { offered: found.filter((name) => offered.has(name)) };
  }

  #compact(chosen: ReadonlySet<string>): readonly ToolDefinition[] {
    const others = this.#all.filter(({ name }) => !chosen.has(name)).map(({ name }) => name);
    return [
      ...compactDefinitions(this.#all.filter(({ name }) => chosen.has(name))),
      ...(others.length === 0 ? [] : [findTools(others)]),
    ];
  }
}

function findTools(others: readonly string[]): ToolDefinition {
  return {
    name: findToolsName,
    description: `Makes other tools available for the next call: ${others.join(', ')}.`,
    parameters: {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' } } },
      required: ['names'],
    },
  };
}

/** The tools whose definition has the words of the question, then the ones that most questions need, then the others. */
function rankedNames(all: readonly ToolDefinition[], question: string): readonly string[] {
  const named = rankTexts(
    all.map(({ name, description, parameters }) => ({
      value: name,
      parts: [
        { text: `${name.replaceAll('_', ' ')} ${topics.get(name) ?? ''}`, weight: nameWeight },
        { text: `${description} ${ownTexts(parameters)}`, weight: 1 },
      ],
    })),
    question,
  );
  return [
    ...new Set([
      ...always,
      ...named.slice(0, maximumNamed),
      ...general,
      ...named,
      ...all.map(({ name }) => name),
    ]),
  ];
}

const maximumNamed = 6;
const nameWeight = 4;

/** The names and values of the parameters. */
function ownTexts(parameters: ToolDefinition['parameters']): string {
  return JSON.stringify(parameters['properties'] ?? {}).replaceAll('_', ' ');
}

function bytesOf(definitions: readonly ToolDefinition[]): number {
  return new TextEncoder().encode(JSON.stringify(definitions)).length;
}
