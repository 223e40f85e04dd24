const SECRET_WORDS = new Set([
  'password',
  'passwd',
  'pwd',
  'pswd',
  'passphrase',
  'passcode',
  'secret',
  'token',
  'credentials',
  'creds',
  'apikey',
  'authkey',
  'pass',
  'bindpass',
  'pw',
  'psk',
  'jwt',
  'dockerconfigjson',
  'dockercfg',
]);
const SECRET_PAIRS = new Set([
  'api key',
  'app key',
  'application key',
  'private key',
  'access key',
  'secret key',
  'shared key',
  'preshared key',
  'signing key',
  'account key',
  'auth key',
  'encryption key',
  'master key',
  'license key',
  'client key',
  'service key',
  'integration key',
  'hmac key',
  'session key',
  'session cookie',
  'key data',
  'key pem',
  'connection string',
]);
/**
 * Settings with the names of secrets: options of the instance metadata service, counts, names of Kubernetes secrets, and App
 * Runner's map of names and parameters.
 */
const SETTINGS = new Set([
  'http tokens',
  'max tokens',
  'min tokens',
  'stop tokens',
  'pull secrets',
  'environment secrets',
]);

/** Words after the name of a secret that say which or in which form it is: `DB_PASSWORD_PROD`, `secret_string`. */
const QUALIFIERS = wordSet(
  `prod production prd stage staging stg dev development test qa uat live sandbox value values string text
   plain plaintext cleartext raw new old current previous primary secondary default hash hashed b base
   encoded binary wo json`,
);

/**
 * Whether a key's last word, or its last two words, name a secret: `DB_PASSWORD`, `apiKey`, `passwords`, `API_KEY_PROD`.
 * `SecretArn` and `TokenType` do not, because their last words are `Arn` and `Type`.
 */
export function isSecretKey(key: string): boolean {
  return factsOf(key).isSecret;
}

/** Whether a key is the plural of a secret, such as `passwords`: the names below it are those of the secrets. */
export function isPluralSecretKey(key: string): boolean {
  return factsOf(key).isPlural;
}

/**
 * Whether the words of a key mention a secret or a service that issues tokens, so that a random value is its token:
 * `token_for_ci`, `CODECOV_UPLOAD`.
 */
export function mentionsSecret(key: string): boolean {
  return factsOf(key).mentions;
}

interface KeyFacts {
  readonly isSecret: boolean;
  readonly isPlural: boolean;
  readonly mentions: boolean;
}

const cache = new Map<string, KeyFacts>();
const cachedKeyLength = 128;
/** Longer names are not keys. */
const longestKey = 512;
const noFacts: KeyFacts = { isSecret: false, isPlural: false, mentions: false };

function factsOf(key: string): KeyFacts {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const facts =
    key.length > longestKey
      ? factsOfWords(secretWordsOf(key.slice(-longestKey)))
      : factsOfWords(secretWordsOf(key));
  // Names of properties are few and repeat. The limits prevent customers' own names from filling the memory.
  if (cache.size < 10_000 && key.length <= cachedKeyLength) cache.set(key, facts);
  return facts;
}

/** Returns the words of a key in lower case: `dbPassword` and `DB_PASSWORD` have the words `db` and `password`. */
export function secretWordsOf(key: string): readonly string[] {
  return key
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function factsOfWords(words: readonly string[]): KeyFacts {
  if (words.length === 0) return noFacts;
  const mentions = mentionsToken(words);
  const last = words.at(-1) ?? '';
  const named = words.slice(0, words.findLastIndex((word) => !QUALIFIERS.has(word)) + 1);
  const [before, end] = [named.at(-2) ?? '', named.at(-1) ?? ''];
  const isSetting = SETTINGS.has(`${before} ${end}`);
  const isSingular = endsAsSecret(words.at(-2) ?? '', last) || endsAsSecret(before, end);
  const isPlural = !isSetting && end.endsWith('s') && endsAsSecret(before, end.slice(0, -1));
  return { isSecret: !isSetting && (isSingular || isPlural), isPlural, mentions };
}

function endsAsSecret(before: string, last: string): boolean {
  return (
    SECRET_WORDS.has(last) ||
    [...SECRET_WORDS].some((word) => word.length > 5 && last.endsWith(word)) ||
    SECRET_PAIRS.has(`${before} ${last}`)
  );
}

/** Words of keys whose values are not secret, although the key mentions one. */
const PLAIN_ENDS = wordSet(
  `arn arns name names type types url uri path file region version policy algorithm alias fingerprint
   validity ttl expiry at date time used length size format digest count status state endpoint host
   hostname domain site ref reference email user username parameter image tag bucket prefix from enabled`,
);

/** Services whose tokens have no prefix. Their name in the key tells what a random value is. */
const SERVICES = wordSet(
  `adafruit adobe airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex meraki
   cloudflare codecov cohere coinbase confluent contentful datadog discord droneci dropbox etsy facebook
   fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory
   bintray xray kraken kucoin launchdarkly linear linkedin lob mailchimp mailgun mapbox mattermost
   messagebird netlify newrelic nytimes okta plaid privateai rapidapi sendbird sentry snyk sonar
   sourcegraph squarespace sumo sumologic telegram travis twilio twitch twitter typeform yandex zendesk
   contribsys pagerduty opsgenie honeycomb rollbar bugsnag segment mixpanel amplitude postmark sparkpost
   vonage nexmo loggly papertrail logdna splunk circleci buildkite cloudinary pusher pubnub openai
   anthropic`,
);
const SERVICE_PAIRS = new Set([
  'new relic',
  'linked in',
  'message bird',
  'private ai',
  'drone ci',
  'york times',
]);

function mentionsToken(words: readonly string[]): boolean {
  if (PLAIN_ENDS.has(words.at(-1) ?? '')) return false;
  const isId = /^ids?$/.test(words.at(-1) ?? '');
  return words.some((word, index) => {
    const pair = `${words[index - 1] ?? ''} ${word}`;
    if (SERVICES.has(word) || SERVICE_PAIRS.has(pair)) return true;
    return !isId && (endsAsSecret(words[index - 1] ?? '', word) || word === 'tokens' || word === 'secrets');
  });
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
