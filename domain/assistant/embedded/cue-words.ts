/**
 * Words that say what a question wants, by the cue that the reading of a question uses. A phrase stands for its cue in any order of
 * the sentence. `strong` cues decide the intent. A reading that leaves a `strong` or a `content` cue unused is refused: it would answer
 * something else. `soft` ones, such as `show`, say nothing about the subject.
 */
interface CueEntry {
  readonly strength: 'strong' | 'content' | 'soft';
  /** Phrases, separated by `|`. */
  readonly phrases: string;
}

const removals =
  'nuke|wipe|axe|bin|trash|scrap|take down|take away|drop off|delete|remove|drop|destroy|decommission|retire|kill|terminate|shut down|switch off|turn off|get rid of|tear down|clean up';
const permitted =
  'can i|can we|could i|could we|may i|may we|should i|should we|am i allowed to|is it safe to|is it ok to|is it okay to|is it fine to|safe to|ok to|okay to|would it be safe to|can i safely|can we safely|is it possible to|so can i';

/** `i want to kill X` */
const intended = [
  'i want to',
  'we want to',
  'want to',
  'planning to',
  'going to',
  'about to',
  'i would like to',
  'we plan to',
];
/** `thinking of deleting X` */
const thinkingOf = [
  'thinking of',
  'thinking about',
  'considering',
  'before',
  'if i am',
  'any objection to',
  'any objections to',
].flatMap((lead) =>
  'deleting|removing|dropping|destroying|decommissioning|retiring|killing|terminating|shutting down|switching off|turning off|getting rid of'
    .split('|')
    .map((verb) => `${lead} ${verb}`),
);

const outcomes = ['if', 'when', 'once']
  .flatMap((word) => ['i', 'we', 'you', 'someone', 'somebody'].map((who) => `what happens ${word} ${who}`))
  .flatMap((phrase) => removals.split('|').map((verb) => `${phrase} ${verb}`))
  .join('|');

const mayDo = [
  'can',
  'may',
  'allowed to',
  'able to',
  'permitted to',
  'authorized to',
  'is able to',
  'are able to',
];
const accesses =
  'receive|receive messages from|receive from|send|send messages to|send to|read|read from|write|write to|consume|consume from|publish to|publish|assume|decrypt|decrypt with|encrypt with|invoke|access|subscribe to|pull from|push to|get objects from|put objects into|list objects in'.split(
    '|',
  );
/** `can receive messages from` */
const accessPhrases = mayDo.flatMap((may) => accesses.map((verb) => `${may} ${verb}`)).join('|');

const entries = {
  cause: {
    strength: 'soft',
    phrases:
      'triggered|kicked off|started by|initiated|set off|launched by|trigger|what started|kicked it off',
  },
  replace: {
    strength: 'strong',
    phrases: 'replace|replaces|replaced|replacing|recreate|recreates|recreated|recreating',
  },
  ingestion: {
    strength: 'strong',
    phrases:
      'cloudtrail ingestion|event ingestion|cloudtrail feed|cloudtrail feeds|event feed|event feeds|cloudtrail polling|event source|event sources|cloudtrail events ingestion|change events',
  },
  fields: {
    strength: 'soft',
    phrases: 'property|properties|attribute|attributes|field|setting|settings|parameter of|parameters of',
  },
  interval: {
    strength: 'strong',
    phrases:
      'how often|how frequently|interval|scan interval|how regularly|scan schedule|frequency|cadence|next scan|next scanned|how many times a day',
  },
  validated: {
    strength: 'strong',
    phrases:
      'validate your access to|validated your access to|validate access to|validate the access to|validated|last validated|check your access to|checked your access to|test your access to|access validated|external id|role arn|scanner role',
  },
  trust: {
    strength: 'strong',
    phrases:
      'trust|trusts|trusting|trusted by|assumable|assumable from|cross account|cross-account|can be assumed from|assumable by|trust policy|trust relationship|trust relationships',
  },
  howmany: {
    strength: 'soft',
    phrases:
      'total nr of|nr of|cnt of|cnt|count up|the number of|what number of|how big is|how numerous|total amount of|grand total of|sum of|in number|how many|how much|number of|number|the count of|count of|count|total number of|amount of|quantity of|how large is|tally',
  },
  list: {
    strength: 'soft',
    phrases:
      'please state|state how|state the|spell out|gimme|spit out|dump|run me through|walk me through|lay out|point me to|hand me|bring up|list all|list every|name all|name every|link|link to|locate|list|names|names only|just the names|show|display|find|get|give|enumerate|see|view|print|lists|shows|name|pull up|fetch|look up|search for|search|output|return|names of|list out|listing of|a list of|let me see|what are',
  },
  about: {
    strength: 'soft',
    phrases:
      'about|describe|detail|details|detailed|info|info on|information|information on|overview of|overview|summarise|summarize|summary of|summary|facts about',
  },
  what: { strength: 'soft', phrases: 'what|what is' },
  which: { strength: 'soft', phrases: 'which|which ones|which one' },
  who: {
    strength: 'content',
    phrases: 'who|whos|whom|by whom|by who|which person|which user|which people|which identity',
  },
  when: {
    strength: 'content',
    phrases: 'when|since when|at what time|what time|on which date|how long ago|what date|how old',
  },
  where: { strength: 'content', phrases: 'where|whereabouts' },
  why: { strength: 'strong', phrases: 'why|how come|for what reason|what is the reason|reason for|reason' },
  how: { strength: 'soft', phrases: 'how' },
  exist: {
    strength: 'soft',
    phrases:
      'is there|are there|do we have|do we have set up|have set up|do we have configured|have we got|do we own|any|exist|exists|existing|do you see|anything|anyone|is any|are any|was there|were there|got any|at least one|something',
  },
  own: {
    strength: 'strong',
    phrases:
      'send it to|send this to|send that to|assign it to|assign this to|forward it to|forward this to|raise it with|raise this with|file it with|route it to|hand it to|hand it over to|whose is this|whose is that|whose is it|whose are these|own or manage|the owning team|owned and run by|belongs to which team|call about|i call about|we call about|reach out to|reach out|bug about|bug|escalate to|turn to|poke|hit up|own|owns|owned|whose|whos team|whose team|ping|ping about|do i ping about|to ping|owner|owners|owning|ownership|responsible|responsible for|in charge of|in charge|maintains|maintain|maintainer|maintainers|maintained|looks after|look after|accountable|accountable for|takes care of|take care of|contact for|contact person for|point of contact for|runs the show for|operates|responsibility of|responsible team for|to contact about|should i talk to about|do i talk to about|do i ask about|can i ask about',
  },
  belong: {
    strength: 'content',
    phrases:
      'belong|belongs|consist of|consists of|consist|consists|made up of|belonging|belong to|belongs to|belonging to|part of|member of|assigned to|associated with',
  },
  code: {
    strength: 'strong',
    phrases:
      'code|tf|tf address|tf code|tf file|terraform code|source code|iac|hcl|source file|file|files|line of code|line|defined in code|declared in code|define|defines|defined|declare|declares|declared|definition of|terraform address|terraform file|terraform source|code location|in git|terraform|infrastructure as code|cloudformation template|in which file|address in code|source of|implemented',
  },
  address: { strength: 'content', phrases: 'address|addresses' },
  importblock: {
    strength: 'strong',
    phrases:
      'import block|import blocks|import statement|import statements|terraform import|generate an import block|write an import block|import command|create an import block',
  },
  manage: {
    strength: 'content',
    phrases: 'manage|manages|managing|control|controls|controlled|manage it|manages it',
  },
  create: {
    strength: 'strong',
    phrases:
      'discovered for the first time|first discovered|newly discovered|newly found|seen for the first time|appeared for the first time|found for the first time|pop up|popped up|came into existence|brought up|stood up|stand up|new ones|recently added|spawned|spawn|introduced|create|creates|created|creating|creation|new|add|added|appeared|launched|made|spun up|came up|provisioned|newly created|built|set up|brand new|born|rolled out|creation date of|creation date',
  },
  delete: {
    strength: 'strong',
    phrases:
      'lose|did we lose|have we lost|we lost|losing|nuking|dropped off|cleaned up|got rid of|nuked|purged|erased|took away|taken down|decommissioned|retired|removed by|delete|deletes|deleted|deleting|deletion|deletions|remove|removes|removed|removal|destroyed|destroy|disappeared|gone|vanished|torn down|dropped|terminated|went away|killed|wiped',
  },
  update: {
    strength: 'strong',
    phrases:
      'modification|modifications|altered|alter|modified|modify|edited|edit|edits|reconfigured|tweaked|updating|edits to|changed config|got changed|got updated|were updated|was updated|been updated|update|updates|updated|got modified|were modified|was modified|been modified|get modified',
  },
  reappear: { strength: 'strong', phrases: 'reappeared|reappear|came back' },
  change: {
    strength: 'strong',
    phrases:
      'do anything|did anything|do something|done anything|been doing|doing anything|anything happen|fiddle|fiddled|fiddling|fiddling with|fiddled with|played with|playing with|tinkered|tinkering|tinkered with|tampered|tampering|tampered with|mucked|mucking|worked on|working on|been working on|did to|done to|do to|been up to|up to lately|change history|change|changes|changed|changing|changes made|change made|changes were made|change was made|changes have been made|happen|happens|happened|happening|went on|going on|been going on|history|history of|timeline|activity|touched|touch|audit trail|change log|changelog|mess with|messed with|messing with|messing|diff of|the diff of',
  },
  seen: {
    strength: 'soft',
    phrases: 'seen|discovered|observed|detected|found|first seen|last seen|spotted|noticed|show up|showed up',
  },
  depend: {
    strength: 'strong',
    phrases:
      'consuming messages of|consuming messages from|consumes messages of|consumes messages from|reading messages from|reads messages from|polls|polling from|pulls from|pulling from|hangs on|reliant on|depend|depends|depending|depend on|depends on|depending on|rely|relies|rely on|relies on|relying on|dependent on|dependents|dependents of|dependent|consumer|consumers|consumers of|consume|consumes|downstream|downstream of|reads from|read from|feed|feeds|feeding|consuming|reading from|subscribes to|subscribed to|listens to|hooked to|triggered by|fed by',
  },
  need: {
    strength: 'strong',
    phrases:
      'dependency|dependencies|dependencies of|upstream|upstream of|need|needs|require|requires|needed by|write to|writes to',
  },
  use: {
    strength: 'strong',
    phrases:
      'use|uses|used|using|used by|in use by|usage of|talk to|talks to|call|calls|calling|invoke|invokes',
  },
  break: {
    strength: 'strong',
    phrases: `hang on it|hangs on it|hang on|still hang on|piling up|pile up|piles up|backing up|blow up|blew up|blows up|bomb|bombed|filling up|fills up|choke|chokes|is down|are down|was down|feel it|will feel|feel|feels|takes down|take down|bring down|brings down|collateral|ripple|knock on|knock-on|fallout|repercussions|goes offline|offline|crashes|without breaking anything|without breaking|unavailable|disappears|vanishes|stopped|${outcomes}|break|breaks|broken|failure|failures|failure of|breaking|fail|fails|failing|impact|impacts|impacted|impact of|blast radius|blast radius of|affect|affects|affected|affected by|goes down|go down|goes away|went down|outage of|outage|spread|stops working|stop working|be hit|hit by|is hit|suffer|suffers|hurt|hurts|notice|dies|die|knock out|loses|lost|disruption|consequences of|goes dark|fall over|falls over`,
  },
  related: {
    strength: 'strong',
    phrases:
      'triggers|dumps into|dump into|dumps|writes into|drains into|what invokes|invokes it|fires|fire|what is inside|sits inside|lives inside|contained in|part list of|made up of what|keeps an eye on|keep an eye on|alarms on|alerts on|deliver to|delivers to|delivering to|deliver|sends to|send to|send|sends|sent to|publishes to|publish to|forwards to|forward to|targets|target of|belongs with|tied to|goes with|hangs off|behind|in front of|routes to|route to|points to|point to|attached|peers with|inside of|related|related to|relationship|relationships|relationships of|relation|relations|linked to|linked with|watches|watch|watching|monitors|monitor|monitored by|neighbours|neighbors|neighbours of|connected with|connections of|connect to|connects to|connected to|attached to|links',
  },
  safe: {
    strength: 'strong',
    phrases: [...permitted.split('|'), ...intended]
      .flatMap((one) => removals.split('|').map((verb) => `${one} ${verb}`))
      .concat(thinkingOf)
      .join('|'),
  },
  risk: {
    strength: 'strong',
    phrases: 'risk|risky|risks|dangerous|danger|safe|scary|harmful|safe to apply|severity',
  },
  last: {
    strength: 'content',
    phrases:
      'last|the last|the latest|the newest|the most recent|latest|newest|most recent|recent|most recently|lastly',
  },
  recently: { strength: 'soft', phrases: 'recently|lately|of late|these days|in the recent past' },
  oldest: { strength: 'content', phrases: 'oldest|earliest|longest running|longest lived|first created' },
  first: { strength: 'content', phrases: 'first' },
  most: {
    strength: 'content',
    phrases: 'most|largest|biggest|highest|the most|greatest|maximum|most of|largest number of|top',
  },
  fewest: { strength: 'content', phrases: 'fewest|least|smallest|lowest|minimum|smallest number of' },
  common: { strength: 'content', phrases: 'common|frequent|popular|commonest|widespread' },
  more: {
    strength: 'content',
    phrases:
      'or above|or more|or below|or less|or higher|or lower|smaller|lower|shorter|younger|below|above|over|under than|at most|at least|exceed than|exceed|exceeds|exceeding|outnumber|outnumbers|outweigh|surpass|surpasses|longer|higher|older|newer|bigger than|larger than|more|larger|bigger|greater|less|fewer',
  },
  compare: {
    strength: 'strong',
    phrases:
      'compare|compares|compared|comparison|versus|vs|vs.|against|difference|differences|differ|differs|diff|compared to|compared with|in contrast to',
  },
  lack: { strength: 'strong', phrases: 'lack|lacks|lacking' },
  missing: {
    strength: 'strong',
    phrases:
      'behind them in aws|no longer have a real resource|no longer have a resource|have no resource|without a resource|no resource behind them|have no real resource|no longer have|does not exist anymore|do not exist anymore|not there anymore|no longer there|not exist any more|vanished from aws|no longer in aws|orphaned entries|missing|absent|no longer exists|no longer exist|not exist in aws|not exist anymore|not exist in aws anymore|not exist|nonexistent|does not exist in aws anymore|gone from aws|missing in aws|missing from aws|exist only in state|only in the state|only in state',
  },
  statefile: {
    strength: 'strong',
    phrases:
      'state entries|entries of our terraform states|entries of the terraform state|entries of our states|synced states|state entry|state entries|entries in the state|tf state|tf states|terraform state file|terraform state files|terraform state|terraform states|state file|state files|from the state|the state but|state source|state sources|state backend|state backends|remote state|tfstate',
  },
  coverage: {
    strength: 'strong',
    phrases:
      'covered by code|covered by terraform percent|how much is covered|code covered|coverage percentage|terraformed|codified share|coverage|code coverage|covered|iac coverage|terraform coverage|percentage|percent|share|proportion|fraction|matched',
  },
  fresh: {
    strength: 'strong',
    phrases:
      'last updated at|stay current|recency|how up to date|trustworthy|trust these numbers|trust this|trust the data|as of when|data from when|lagging|behind real time|fresh|freshness|current|up to date|up-to-date|recent is|how recent|age of the data|how old is the data|how old is the inventory|how old is this data|old is the data|old is the inventory|old is this data|old|outdated data|age|last refreshed|refreshed|last synced|how current',
  },
  data: { strength: 'soft', phrases: 'data|inventory|information here|dataset|numbers' },
  scan: {
    strength: 'strong',
    phrases:
      'inventory cover|inventory covers|do you cover|you cover|is covered by scans|scanner|the scanner|re-scan|rescan|rescanned|inventory run|crawler|scan|scans|scanned|scanning|discovery run|discovery runs|crawl|crawled|discovery',
  },
  finish: {
    strength: 'soft',
    phrases:
      'go through or not|went through|come through|make it|synced|synchronized|synchronised|in good shape|without problems|without errors|without issues|all good|healthy sync|through|finish|finished|complete|completed|succeed|succeeded|successful|successfully|ok|okay|go through|work|worked|pass|passed|went well|go well|fine|errors|error|problems',
  },
  stale: { strength: 'strong', phrases: 'stale|outdated|out of date' },
  denied: {
    strength: 'strong',
    phrases:
      'access denied|denied|access was denied|permission denied|forbidden|not allowed to read|could not be read|cannot read|unreadable|not read|unable to read|lacking permissions|permission errors|missing permissions|not permitted',
  },
  public: {
    strength: 'strong',
    phrases:
      'reached from the internet|can be reached from the internet|reachable from anywhere|reachable by anyone|reachable by everybody|open to 0.0.0.0/0|open to ::/0|exposed to the outside|exposed to the outside world|exposed to everyone|from the outside|to the outside|to the outside world|the whole world in|accessible from anywhere|accessible by anyone|accessible to anyone|accessible to everyone|accessible publicly|public internet|world accessible|open for everyone|public|publicly|publicly accessible|exposed|exposure|internet facing|internet-facing|open to the internet|open to the world|open to the whole internet|open to everyone|open to anyone|open to the whole world|open to public|open to the public|reachable from the internet|reachable from outside|accessible from the internet|accessible from outside|world readable|world-readable|from the internet|exposed to the internet|publicly exposed|publicly reachable|to the internet|on the internet|facing the internet|wide open|internet accessible|open to all|internet|0.0.0.0/0|::/0',
  },
  drift: {
    strength: 'strong',
    phrases:
      'configuration drift|config drift|differs from code|match its code|match the code|match code|matches code|match its terraform|match its terraform code|match terraform|matches terraform|matches its code|match the terraform code|diverged|diverge|diverges|off from code|different than in code|drift|drifted|drifting|out of sync|deviate|deviates|deviated|differs from terraform|differ from terraform|different from terraform|differs from code|differ from code',
  },
  oncall: {
    strength: 'strong',
    phrases:
      'carries the pager|gets paged|get paged|who to page|on call|on-call|oncall|pager|pagerduty|on duty|rota|escalation|on-call rotation|being paged|paged',
  },
  members: { strength: 'strong', phrases: 'members|members of|people in|people|staff|colleagues|teammates' },
  contributors: {
    strength: 'strong',
    phrases: 'contributor|contributors|contributed|committers|committed to|commits to|wrote',
  },
  permissions: {
    strength: 'strong',
    phrases: `can read messages off|can read messages from|can read messages|can write to it|who may|${accessPhrases}|allowed to receive|allowed to send|allowed to read|allowed to write|can receive|can read|can write|can send|can access|has access to|have access to|who has access|permitted|authorized to|authorised to|permission|permissions|permissions of|permitted to|allowed to|allowed|access to|who can assume|can assume|can be assumed by|privileges|rights|can do|able to do|entitled to|access does`,
  },
  deadletters: {
    strength: 'strong',
    phrases:
      'dead letters|dead letters of|dead letters go|dead-letters|failed messages|failed messages of|failing messages|undeliverable messages|messages that fail|poison messages',
  },
  muted: { strength: 'strong', phrases: 'muted|mute|mutes|muting|silenced' },
  runas: {
    strength: 'strong',
    phrases:
      'run with|runs as which|under which role|which role does it run as|what role does it run as|run as|runs as|run under|runs under|execution role|execution role of|assumes|assume|runs with|role does it use',
  },
  certainty: {
    strength: 'strong',
    phrases:
      'where does that come from|where does this come from|where did you get that|based on what|on what basis|says who|how come you say|how sure|how certain|how confident|confidence|sure|certain|confident|evidence|how do you know|why do you think|do you think|proof|think so|think',
  },
  opened: { strength: 'content', phrases: 'opened|raised|author of|authored|submitted|wrote the|author' },
  model: {
    strength: 'strong',
    phrases:
      'which model|what model|model|llm|language model|are you gpt|are you chatgpt|are you an ai|who are you|what are you|are you a bot|are you human|are you a human',
  },
  help: {
    strength: 'strong',
    phrases:
      'help|what can you do|what can i ask|what can i ask you|what questions can i ask|how can you help|what can you help with|what do you do|example questions|examples|what can you answer|what do you know|how do you work|what are you able to do|what are your capabilities|capabilities|what else can you do|how can i use you|what should i ask|what kind of questions can i ask|what kind of questions can i ask you|what kind of questions|help me get started|get started|getting started',
  },
  howto: {
    strength: 'strong',
    phrases:
      'how do i|how do we|how can i|how can we|how to|how would i|how should i|how does one|where do i|where can i|steps to|instructions for|documentation on|documentation for|documentation|docs|docs for|guide|tutorial|what do i need to|what do i have to do to|how is it possible to',
  },
  query: {
    strength: 'strong',
    phrases:
      'saved query|saved queries|saved search|saved searches|built-in queries|built in queries|built-in query|report on',
  },
  rule: { strength: 'content', phrases: 'rule|rules|ownership rules|assignment rules' },
  issue: {
    strength: 'strong',
    phrases:
      'ownership issue|ownership issues|ownership problem|ownership problems|ownership conflicts|ownership conflict',
  },
  cost: {
    strength: 'strong',
    phrases:
      'cost|costs|costing|price|prices|pricing|bill|billing|billed|spend|spending|spent|expensive|cheap|cheapest|cheaper|budget|savings|save money|dollars|euros|usd|eur|money|invoice|priciest|charge|charges|pay for|paying|pay|cost optimization|waste',
  },
  metrics: {
    strength: 'strong',
    phrases:
      'metric|metrics|cpu|cpu usage|memory usage|memory utilization|utilization|utilisation|latency|throughput|error rate|errors per|requests per second|traffic|health check|health checks|health|healthy|unhealthy|uptime|availability|performance|slow|slowest|load|up and running|is it up|down right now|alerts|alerting|alarming|alarm state|in alarm|how many messages|number of messages|message count|queue depth|queue length|backlog|how full|disk space|storage used|invocations|invoked|logs say|log messages|log lines|error logs|logs of|website|site down|crashing|crashed|response time|incident|incidents|firing',
  },
  usage: {
    strength: 'strong',
    phrases:
      'unused|idle|not used|not being used|never used|nobody uses|underutilized|underutilised|over-provisioned|overprovisioned|wasted|dormant|zombie|used anymore|still needed',
  },
  mfa: {
    strength: 'strong',
    phrases:
      'mfa|2fa|two-factor|two factor|multi-factor|multi factor|multifactor|password policy|last login|logged in|last logged in|login|passwords',
  },
  secretvalue: {
    strength: 'strong',
    phrases:
      'secret value|secret values|value of the secret|password|passwords of|plaintext|plain text value|contents of the secret|content of the secret|secret key|api key|credentials|value of the parameter|private key',
  },
  compliance: {
    strength: 'strong',
    phrases:
      'compliance|compliant|soc2|soc 2|pci|gdpr|hipaa|iso 27001|cis benchmark|vulnerable|vulnerability|vulnerabilities|cve|cves|malware|hacked|breach|attacked',
  },
  future: {
    strength: 'strong',
    phrases: 'forecast|predict|prediction|next month|next week|next year|tomorrow|in the future|will we need',
  },
  scope: {
    strength: 'strong',
    phrases:
      'weather|temperature outside|joke|poem|recipe|translate|who won|capital city|movie|music|sports|bitcoin|crypto|write me a|sing|story|azure|gcp|google cloud|oracle cloud|alibaba cloud|vmware|on-premises|on premises|stock price|news|football|lunch|holiday|holidays|president|capital of',
  },
  greet: {
    strength: 'soft',
    phrases:
      'u awake|you awake|awake|are you up|anyone home|good day|hiya|heya|sup|wassup|hallo there|hi|hello|hey|good morning|good afternoon|good evening|howdy|greetings|hi there|hello there|hey there|morning|yo|are you awake|are you there|anybody there|anyone there',
  },
  thanks: {
    strength: 'soft',
    phrases:
      'thats all|that will be all|no further questions|good night|have a good one|laters|later|see ya|cya|ta|much appreciated|appreciated|appreciate it|legend|you are great|good stuff|all clear|fair enough|thanks|thank you|thx|ty|cheers|thanks a lot|many thanks|thank you very much|thank you so much|great job|well done|awesome|perfect|nice|brilliant|great|cool|excellent|good bot|bye|goodbye|see you|that was great|that helps|that helped|good job|lovely|wonderful|got it|understood|makes sense|ok thanks|you rock|never mind|nevermind|forget it|no worries|thumbs up',
  },
  rest: {
    strength: 'strong',
    phrases:
      'show me the rest|the rest|rest|the others|the other ones|next page|more of them|show more|show me more|next ones|the remaining|remaining ones|remaining|continue|go on|what else|and the rest|all of them|see more|list more|keep going',
  },
} as const satisfies Readonly<Record<string, CueEntry>>;

export type Cue = keyof typeof entries;

export const cueStrength: Readonly<Record<Cue, CueEntry['strength']>> = Object.fromEntries(
  Object.entries(entries).map(([cue, { strength }]) => [cue, strength]),
) as Record<Cue, CueEntry['strength']>;

/** Phrase → cue. */
export const cuePhrases: ReadonlyMap<string, Cue> = new Map(
  Object.entries(entries).flatMap(([cue, { phrases }]) =>
    phrases.split('|').map((phrase) => [phrase, cue as Cue] as const),
  ),
);
