import { z } from 'zod';
import { variables } from './configuration-variables.ts';
import type { Variable } from './configuration-variables.ts';

export interface SecretKey {
  readonly id: string;
  readonly secret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

type Variables = typeof variables;

const rows: readonly (readonly [string, Variable])[] = Object.entries(variables);
const configuration = z.object(
  Object.fromEntries(rows.map(([key, { schema }]) => [key, schema])) as {
    [K in keyof Variables]: Variables[K]['schema'];
  },
);

/** The configuration of a process: the parsed values of all {@link variables}. */
export type Configuration = { readonly [K in keyof Variables]: z.output<Variables[K]['schema']> };

/** The configuration is invalid. The message is complete for an operator; a stack trace adds nothing. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @throws ConfigurationError that lists every invalid variable, without its value. */
export function readConfiguration(environment: Environment): Configuration {
  const parsed = configuration.safeParse(
    Object.fromEntries(rows.map(([key, variable]) => [key, textOf(variable, environment)])),
  );
  const problems = (parsed.error?.issues ?? []).flatMap(({ path: [key], message }) => {
    const { name, default: value, description }: Variable = variables[key as keyof Variables];
    // A derived default is invalid only when the variable that it follows from is.
    const derived = isUnset(environment[name]) && value?.includes('${') === true;
    return derived ? [] : [`${name}: ${message} (${description})`];
  });
  problems.push(...unpairedVariables(environment));
  if (environment['NODE_ENV'] === 'production') problems.push(...productionProblems(environment));
  problems.push(...incompleteGithubApp(environment), ...incompleteAssistant(environment));
  if (parsed.data === undefined || problems.length > 0)
    throw new ConfigurationError(`The configuration is invalid:\n  ${[...new Set(problems)].join('\n  ')}`);
  // zod declares the keys of optional values as optional; reading a missing key returns undefined.
  return parsed.data as Configuration;
}

function textOf(variable: Variable, environment: Environment): string | undefined {
  const given = environment[variable.name];
  if (!isUnset(given)) return given;
  return variable.default?.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const [, referenced] = rows.find(([, row]) => row.name === name) ?? [];
    return referenced === undefined ? '' : (textOf(referenced, environment) ?? '');
  });
}

function isUnset(given: string | undefined): given is undefined | '' {
  return given === undefined || given === '';
}

/** Variables of which either both or none are set. */
const pairs = [[variables.temporalTlsCert.name, variables.temporalTlsKey.name]] as const;

function unpairedVariables(environment: Environment): readonly string[] {
  return pairs.flatMap((names) => {
    const [missing, ...others] = names.filter((name) => isUnset(environment[name]));
    return missing === undefined || others.length > 0
      ? []
      : [`${missing}: is required with ${names.join(' and ')}`];
  });
}

/** Returns a problem for each value that production rejects. */
function productionProblems(environment: Environment): readonly string[] {
  return rows.flatMap(([, variable]) => {
    const { name, secret, production, description } = variable;
    if (secret === true && isDefaultSecret(variable, environment[name] ?? ''))
      return [`${name}: the default is rejected in production (${description})`];
    const value = textOf(variable, environment) ?? '';
    const rejected =
      (production === 'an https URL' && !value.startsWith('https://')) ||
      (production === 'set to your own value' && value === variable.default);
    return rejected ? [`${name}: must be ${production} in production (${description})`] : [];
  });
}

/** Whether a secret is the default, or one of its keys is: every key of a list is accepted. */
function isDefaultSecret({ default: value }: Variable, given: string): boolean {
  return value !== undefined && (given === '' || given.includes(value));
}

const githubAppVariables = [
  variables.githubAppId,
  variables.githubAppSlug,
  variables.githubPrivateKey,
  variables.githubWebhookSecret,
  variables.githubClientId,
  variables.githubClientSecret,
];

/** Returns a problem for each missing variable of a GitHub App that is configured in part. */
function incompleteGithubApp(environment: Environment): readonly string[] {
  const missing = githubAppVariables.filter(({ name }) => isUnset(environment[name]));
  if (missing.length === githubAppVariables.length) return [];
  return missing.map(({ name }) => `${name}: is required when another variable of the GitHub App is set`);
}

/** The variables that a model provider of the assistant needs. */
const assistantVariables = new Map([
  ['anthropic', [variables.assistantApiKey, variables.assistantModels]],
  ['openai_compatible', [variables.assistantBaseUrl, variables.assistantModels]],
]);

/** Returns a problem for each variable that the provider of the assistant lacks, and for models that it does not have. */
function incompleteAssistant(environment: Environment): readonly string[] {
  const provider = textOf(variables.assistantProvider, environment) ?? '';
  const required = assistantVariables.get(provider) ?? [];
  const { name, default: embedded } = variables.assistantModels;
  const isOther = provider === 'embedded' && textOf(variables.assistantModels, environment) !== embedded;
  return [
    ...required
      .filter((variable) => isUnset(environment[variable.name]))
      .map((variable) => `${variable.name}: is required with ASSISTANT_PROVIDER=${provider}`),
    ...(isOther ? [`${name}: must be ${embedded} with ASSISTANT_PROVIDER=embedded`] : []),
  ];
}
