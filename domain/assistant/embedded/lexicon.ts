/** Kinds of records that a question can count or list. */
export const entityNouns = [
  'resource',
  'account',
  'application',
  'team',
  'environment',
  'project',
  'repository',
  'pull_request',
  'plan',
  'execution',
] as const;
export type EntityNoun = (typeof entityNouns)[number];

/** Kinds of records that narrow a question: `in account X`. */
export const scopeFields = [
  'account',
  'application',
  'environment',
  'team',
  'project',
  'repository',
  'plan',
] as const;
export type ScopeField = (typeof scopeFields)[number];

/** Nouns in the singular, and the word that patterns use for them. The plural is formed by rule. */
const nouns: Readonly<Record<string, string>> = {
  resource: 'resource',
  'cloud resource': 'resource',
  'aws resource': 'resource',
  asset: 'resource',
  account: 'account',
  'aws account': 'account',
  'cloud account': 'account',
  application: 'application',
  app: 'application',
  team: 'team',
  environment: 'environment',
  env: 'environment',
  project: 'project',
  'iac project': 'project',
  'code project': 'project',
  'infrastructure project': 'project',
  repository: 'repository',
  repo: 'repository',
  'git repository': 'repository',
  'code repository': 'repository',
  'pull request': 'pull_request',
  pr: 'pull_request',
  'merge request': 'pull_request',
  mr: 'pull_request',
  plan: 'plan',
  'terraform plan': 'plan',
  execution: 'execution',
  run: 'execution',
  'ci run': 'execution',
  'pipeline run': 'execution',
  'terraform run': 'execution',
  change: 'changed',
  modification: 'changed',
  type: 'type',
  'resource type': 'type',
  'kind of resource': 'type',
  region: 'region',
  'aws region': 'region',
  tag: 'tag',
  label: 'tag',
  owner: 'owner',
  'management state': 'state',
  state: 'state',
  status: 'status',
  file: 'file',
  address: 'address',
  commit: 'commit',
  revision: 'revision',
  version: 'revision',
};

/** Words of patterns and the forms in which questions have them. */
const inflections: Readonly<Record<string, string>> = {
  show: 'show shows list lists display find get give print enumerate see view describe',
  about: 'about',
  detail: 'detail details detailed information info',
  count: 'count counts',
  number: 'number amount',
  own: 'own owns owned owning possess responsible',
  manage: 'manage manages managing define defines defined control controls declare declares declared',
  create: 'create creates created creating new add adds added appeared launched born made newly',
  delete: 'delete deletes deleted deleting remove removes removed destroyed disappeared gone vanished',
  update: 'update updates updated',
  reappear: 'reappear reappeared',
  changed: 'changed changes change changing altered modify modifies modified edited edit',
  use: 'use uses used using',
  depend: 'depend depends depending rely relies',
  dependent: 'dependent dependents consumer consumers downstream',
  dependency: 'dependency dependencies upstream',
  break: 'break breaks broken breaking fail fails fails failing',
  impact: 'impact impacts impacted blast',
  affect: 'affect affects affected touch touches touched hit',
  compare: 'compare compares compared comparison',
  difference: 'difference differences differ differs diff',
  versus: 'versus vs vs. against',
  lack: 'lack lacks lacking',
  missing: 'missing absent',
  least: 'least fewest smallest lowest',
  most: 'most largest biggest highest',
  common: 'common frequent popular',
  more: 'more larger bigger',
  seen: 'seen discovered observed detected found',
  first: 'first',
  last: 'last latest recent newest recently',
  code: 'code terraform iac',
  fresh: 'fresh freshness current',
  old: 'old age',
  data: 'data inventory',
  scan: 'scan scans scanned scanning',
  stale: 'stale outdated',
  coverage: 'coverage covered',
  model: 'model llm',
  help: 'help',
  question: 'question questions',
  example: 'example examples',
  explain: 'explained explain explanation',
  unexplained: 'unexplained',
  connect: 'connect connects connection connections connectivity',
  related: 'related relationship relationships relation relations linked neighbours neighbors',
  group: 'grouped group breakdown distribution distributed split broken',
  happen: 'happen happens happened happening',
  located: 'located location live lives reside resides deployed',
  belong: 'belong belongs belonging',
  history: 'history timeline',
  not: 'not never',
  share: 'percentage percent share',
};

/** Words of patterns that have one form. */
const single =
  'who what which when where how many much is no by in of for from to with without within inside under on at than and or ' +
  "but if without 's it between per each everything anything nothing something versus down goes away called named good line aws cloud around date contain name " +
  'ask';

/** Words that no pattern needs. `is` and its forms remain at the beginning of a question. */
export const noise: ReadonlySet<string> = new Set(
  (
    'a an the our my your we us i you me please pls currently now right there exist exists existing does did have has ' +
    'had are is was were be been being could would should will tell know that this these those any all overall ' +
    'altogether some really just actually ok okay hi hello hey thanks thank want need like let also then still yet ever ' +
    'kindly am out up exactly respectively both their its whole entire various different individual single go total recorded known available got do can '
  ).split(' '),
);

/** Phrases that no pattern needs. */
export const noisePhrases: ReadonlyMap<string, true> = new Map(
  [
    'in total',
    'at all',
    'right now',
    'so far',
    'at the moment',
    'at present',
    'in all',
    'up to date',
    'as of now',
    'by the way',
  ].map((phrase) => [phrase, true]),
);

export const copulas: ReadonlySet<string> = new Set([
  'is',
  'are',
  'was',
  'were',
  'does',
  'do',
  'did',
  'has',
  'have',
]);
export const prepositions: ReadonlySet<string> = new Set(
  'in of for from within inside under on at to by with per across belong own located manage versus between'.split(
    ' ',
  ),
);
export const connectives: ReadonlySet<string> = new Set([
  'and',
  'or',
  'but',
  ',',
  'that',
  'which',
  'who',
  'where',
  'not',
]);

/** Adjectives and participles that restrict records, by their phrases. Patterns reach them as `STATE`. */
const attributePhrases: Readonly<Record<string, readonly string[]>> = {
  managed: [
    'managed',
    'managed by code',
    'managed by any code',
    'managed by terraform',
    'managed by iac',
    'managed in code',
    'under management',
    'in code',
    'in terraform',
    'covered by code',
    'defined in code',
    'managed by infrastructure as code',
    'under code',
    'codified',
  ],
  unmanaged: [
    'unmanaged',
    'not managed',
    'not managed by code',
    'not managed by any code',
    'not managed by terraform',
    'not managed by iac',
    'not managed by infrastructure as code',
    'not managed in code',
    'without code',
    'with no code',
    'no code',
    'without any code',
    'outside code',
    'outside of code',
    'outside terraform',
    'outside of terraform',
    'not in code',
    'not in terraform',
    'not in any code',
    'not covered by code',
    'not defined in code',
    'not under management',
  ],
  unowned: [
    'unowned',
    'without owner',
    'without an owner',
    'without any owner',
    'without owners',
    'with no owner',
    'no owner',
    'ownerless',
    'not owned',
    'not owned by anyone',
    'not owned by anybody',
    'not owned by any team',
    'without team',
    'without a team',
    'without any team',
    'without ownership',
    'owned by nobody',
    'owned by no one',
  ],
  ignored: ['ignored'],
  child: ['child'],
  default: ['default'],
  unknown: ['unknown'],
  deleted: [],
  active: ['active'],
  unobserved: ['unobserved', 'no longer observed', 'not observed'],
  pending: ['pending'],
  connected: ['connected', 'onboarded'],
  invalid: ['invalid'],
  unreachable: ['unreachable', 'not reachable'],
  suspended: ['suspended'],
  departed: ['departed'],
  open: ['open', 'opened', 'unmerged'],
  merged: ['merged'],
  closed: ['closed'],
  queued: ['queued'],
  running: ['running', 'in progress'],
  succeeded: ['succeeded', 'successful', 'green'],
  failed: ['failed', 'failing', 'unsuccessful', 'red'],
  cancelled: ['cancelled', 'canceled'],
  apply: ['apply'],
  destroy: ['destroy'],
  drift: ['drift'],
  unexplained: [
    'unexplained',
    'not explained',
    'without explanation',
    'with no explanation',
    'without an explanation',
    'not explained by code',
    'outside of ci',
    'not made by code',
  ],
  explained: ['explained', 'explained by code'],
  archived: ['archived'],
  critical: ['critical'],
  stale: [],
};

export interface NounEntry {
  readonly word: string;
  readonly plural: boolean;
}

export const nounPhrases: ReadonlyMap<string, NounEntry> = new Map(
  Object.entries(nouns).flatMap(([phrase, word]): readonly (readonly [string, NounEntry])[] => [
    [phrase, { word, plural: false }],
    [phrase.startsWith('kind') ? 'kinds of resources' : pluralOfNoun(phrase), { word, plural: true }],
  ]),
);

function pluralOfNoun(phrase: string): string {
  if (/[^aeiou]y$/.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  return phrase.endsWith('s') ? `${phrase}es` : `${phrase}s`;
}

export const attributes: ReadonlyMap<string, string> = new Map(
  Object.entries(attributePhrases).flatMap(([value, phrases]) =>
    phrases.map((phrase) => [phrase, value] as const),
  ),
);

/** Inflected word → word of patterns. */
export const lemmas: ReadonlyMap<string, string> = new Map([
  ...single.split(' ').map((word) => [word, word] as const),
  ...Object.entries(inflections).flatMap(([lemma, forms]) =>
    forms.split(' ').map((form) => [form, lemma] as const),
  ),
]);

/** Place names of regions. Source: AWS, "Regions and Availability Zones". */
export const regionNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ireland: 'eu-west-1',
    dublin: 'eu-west-1',
    london: 'eu-west-2',
    paris: 'eu-west-3',
    frankfurt: 'eu-central-1',
    zurich: 'eu-central-2',
    stockholm: 'eu-north-1',
    milan: 'eu-south-1',
    spain: 'eu-south-2',
    virginia: 'us-east-1',
    'north virginia': 'us-east-1',
    'northern virginia': 'us-east-1',
    'n virginia': 'us-east-1',
    ohio: 'us-east-2',
    'northern california': 'us-west-1',
    oregon: 'us-west-2',
    montreal: 'ca-central-1',
    calgary: 'ca-west-1',
    'sao paulo': 'sa-east-1',
    'são paulo': 'sa-east-1',
    mumbai: 'ap-south-1',
    hyderabad: 'ap-south-2',
    singapore: 'ap-southeast-1',
    sydney: 'ap-southeast-2',
    jakarta: 'ap-southeast-3',
    melbourne: 'ap-southeast-4',
    tokyo: 'ap-northeast-1',
    seoul: 'ap-northeast-2',
    osaka: 'ap-northeast-3',
    'hong kong': 'ap-east-1',
    bahrain: 'me-south-1',
    'tel aviv': 'il-central-1',
    'cape town': 'af-south-1',
  }),
);
