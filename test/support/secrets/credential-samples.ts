/** A made credential of the form that a rule of the public list of gitleaks (config/gitleaks.toml at 009e025a) describes. */
export interface CredentialSample {
  /** The id of the rule. */
  readonly rule: string;
  /** The part that must not be stored. */
  readonly secret: string;
  /** The text that contains it, where the rule needs more than the secret. */
  readonly text: string;
  /** The service whose name must be in the key, for secrets without a form of their own. */
  readonly service?: string;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const hexDigits = `${digits}abcdef`;

/** A generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): (alphabet: string, length: number) => string {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (alphabet, length) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join('');
}

/** Returns one sample for each rule of the list. */
export function credentialSamples(seed: number): readonly CredentialSample[] {
  const random = createRandom(seed);
  const id = (length: number): string => random(lower + digits, length - 1) + random(digits, 1);
  const word = (length: number): string => random(`${lower}${digits}_-`, length - 1) + random(digits, 1);
  const mixed = (length: number): string => random(lower + upper + digits, length - 1) + random(digits, 1);
  const url = (length: number): string =>
    random(`${lower}${upper}${digits}_-`, length - 1) + random(digits, 1);
  const base64 = (length: number): string =>
    random(`${lower}${upper}${digits}+/`, length - 1) + random(digits, 1);
  const hex = (length: number): string => random(hexDigits, length);
  const capital = (length: number): string => random(upper + digits, length - 1) + random(digits, 1);
  const letters = (length: number): string =>
    random(lower, 3) + random(upper, 3) + random(lower + upper, length - 6);
  const number = (length: number): string => random('123456789', 1) + random(digits, length - 1);
  const uuid = (): string => [8, 4, 4, 4, 12].map(hex).join('-');

  const alone = (rule: string, secret: string): CredentialSample => ({ rule, secret, text: secret });
  const within = (rule: string, secret: string, text: string): CredentialSample => ({ rule, secret, text });
  const keyed = (rule: string, service: string, secret: string): CredentialSample => ({
    rule,
    secret,
    service,
    text: `${service}_value = "${secret}"`,
  });
  const part = base64(24);
  const password = `${mixed(6)}!${mixed(6)}`;

  return [
    alone(
      '1password-secret-key',
      `A3-${capital(6)}-${capital(11)}-${capital(5)}-${capital(5)}-${capital(5)}`,
    ),
    alone('1password-service-account-token', `ops_eyJ${base64(250)}`),
    keyed('adafruit-api-key', 'adafruit', word(32)),
    keyed('adobe-client-id', 'adobe', hex(32)),
    alone('adobe-client-secret', `p8e-${id(32)}`),
    alone('age-secret-key', `AGE-SECRET-KEY-1${random('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`),
    keyed('airtable-api-key', 'airtable', id(17)),
    keyed('algolia-api-key', 'algolia', id(32)),
    alone('alibaba-access-key-id', `LTAI${id(20)}`),
    keyed('alibaba-secret-key', 'alibaba', id(30)),
    alone('anthropic-admin-api-key', `sk-ant-admin01-${url(93)}AA`),
    alone('anthropic-api-key', `sk-ant-api03-${url(93)}AA`),
    alone('artifactory-api-key', `AKCp${mixed(69)}`),
    alone('artifactory-reference-token', `cmVmd${mixed(59)}`),
    keyed('asana-client-id', 'asana', number(16)),
    keyed('asana-client-secret', 'asana', id(32)),
    keyed('atlassian-api-token', 'jira', `${id(20)}${hex(4)}`),
    alone('authress-service-client-access-key', `sc_${id(20)}.${id(4)}.acc_${id(20)}.${base64(60)}`),
    alone('aws-access-token', `AKIA${random(`${upper}234567`, 16)}`),
    alone('azure-ad-client-secret', `${mixed(3)}8Q~${mixed(34)}`),
    keyed('beamer-api-token', 'beamer', `b_${word(44)}`),
    keyed('bitbucket-client-id', 'bitbucket', id(32)),
    keyed('bitbucket-client-secret', 'bitbucket', word(64)),
    keyed('bittrex-access-key', 'bittrex', id(32)),
    keyed('bittrex-secret-key', 'bittrex', id(32)),
    keyed('cisco-meraki-api-key', 'meraki', hex(40)),
    alone('clickhouse-cloud-api-secret-key', `4b1d${mixed(38)}`),
    alone('clojars-api-token', `CLOJARS_${id(60)}`),
    keyed('cloudflare-api-key', 'cloudflare', word(40)),
    keyed('cloudflare-global-api-key', 'cloudflare', hex(37)),
    alone('cloudflare-origin-ca-key', `v1.0-${hex(24)}-${hex(146)}`),
    keyed('codecov-access-token', 'codecov', id(32)),
    keyed('cohere-api-token', 'cohere', mixed(40)),
    keyed('coinbase-access-token', 'coinbase', word(64)),
    keyed('confluent-access-token', 'confluent', id(16)),
    keyed('confluent-secret-key', 'confluent', id(64)),
    keyed('contentful-delivery-api-token', 'contentful', word(43)),
    within('curl-auth-header', part, `curl -H "Authorization: Basic ${part}" https://host.test`),
    within('curl-auth-user', password, `curl -s -u "deploy:${password}" https://host.test`),
    within('database-password', password, `db_password = ${password}`),
    alone('databricks-api-token', `dapi${hex(32)}`),
    keyed('datadog-access-token', 'datadog', id(40)),
    alone('defined-networking-api-token', `dnkey-${id(26)}-${id(52)}`),
    alone('digitalocean-access-token', `doo_v1_${hex(64)}`),
    alone('digitalocean-pat', `dop_v1_${hex(64)}`),
    alone('digitalocean-refresh-token', `dor_v1_${hex(64)}`),
    keyed('discord-api-token', 'discord', hex(64)),
    keyed('discord-client-id', 'discord', number(18)),
    keyed('discord-client-secret', 'discord', word(32)),
    alone('doppler-api-token', `dp.pt.${mixed(43)}`),
    keyed('droneci-access-token', 'droneci', id(32)),
    keyed('dropbox-api-token', 'dropbox', id(15)),
    keyed('dropbox-long-lived-api-token', 'dropbox', `${id(11)}AAAAAAAAAA${word(43)}`),
    alone('dropbox-short-lived-api-token', `sl.${word(135)}`),
    alone('duffel-api-token', `duffel_test_${word(43)}`),
    alone('dynatrace-api-token', `dt0c01.${capital(24)}.${capital(64)}`),
    alone('easypost-api-token', `EZAK${mixed(54)}`),
    alone('easypost-test-api-token', `EZTK${mixed(54)}`),
    keyed('etsy-access-token', 'etsy', id(24)),
    alone('facebook-access-token', `${number(15)}|${url(30)}`),
    alone('facebook-page-access-token', `EAAM${mixed(100)}`),
    keyed('facebook-secret', 'facebook', hex(32)),
    keyed('fastly-api-token', 'fastly', word(32)),
    keyed('finicity-api-token', 'finicity', hex(32)),
    keyed('finicity-client-secret', 'finicity', id(20)),
    keyed('finnhub-access-token', 'finnhub', id(20)),
    keyed('flickr-access-token', 'flickr', id(32)),
    alone('flutterwave-encryption-key', `FLWSECK_TEST-${hex(12)}`),
    alone('flutterwave-public-key', `FLWPUBK_TEST-${hex(32)}-X`),
    alone('flutterwave-secret-key', `FLWSECK_TEST-${hex(32)}-X`),
    alone('flyio-access-token', `fm2_${base64(100)}`),
    alone('frameio-api-token', `fio-u-${word(64)}`),
    within('freemius-secret-key', `sk_${mixed(29)}`, `'secret_key' => 'sk_${mixed(29)}'`),
    keyed('freshbooks-access-token', 'freshbooks', id(64)),
    alone('gcp-api-key', `AIza${url(35)}`),
    within('generic-api-key', mixed(24), `api_token_for_ci = "${mixed(24)}"`),
    alone('github-app-token', `ghs_${mixed(36)}`),
    alone('github-fine-grained-pat', `github_pat_${mixed(82)}`),
    alone('github-oauth', `gho_${mixed(36)}`),
    alone('github-pat', `ghp_${mixed(36)}`),
    alone('github-refresh-token', `ghr_${mixed(36)}`),
    alone('gitlab-cicd-job-token', `glcbt-${id(5)}_${url(20)}`),
    alone('gitlab-deploy-token', `gldt-${url(20)}`),
    alone('gitlab-feature-flag-client-token', `glffct-${url(20)}`),
    alone('gitlab-feed-token', `glft-${url(20)}`),
    alone('gitlab-incoming-mail-token', `glimt-${url(25)}`),
    alone('gitlab-kubernetes-agent-token', `glagent-${url(50)}`),
    alone('gitlab-oauth-app-secret', `gloas-${url(64)}`),
    alone('gitlab-pat', `glpat-${url(20)}`),
    alone('gitlab-pat-routable', `glpat-${url(27)}.${id(2)}${id(7)}`),
    alone('gitlab-ptt', `glptt-${hex(40)}`),
    alone('gitlab-rrt', `GR1348941${url(20)}`),
    alone('gitlab-runner-authentication-token', `glrt-${url(20)}`),
    alone('gitlab-runner-authentication-token-routable', `glrt-t1_${url(27)}.${id(2)}${id(7)}`),
    alone('gitlab-scim-token', `glsoat-${url(20)}`),
    within('gitlab-session-cookie', hex(32), `_gitlab_session=${hex(32)}`),
    keyed('gitter-access-token', 'gitter', word(40)),
    keyed('gocardless-api-token', 'gocardless', `live_${word(40)}`),
    alone('grafana-api-key', `eyJrIjoi${mixed(70)}`),
    alone('grafana-cloud-api-token', `glc_${base64(40)}`),
    alone('grafana-service-account-token', `glsa_${mixed(32)}_${hex(8)}`),
    alone('harness-api-key', `pat.${url(22)}.${mixed(24)}.${mixed(20)}`),
    alone('hashicorp-tf-api-token', `${mixed(14)}.atlasv1.${url(64)}`),
    within('hashicorp-tf-password', word(16), `  password = "${word(16)}"`),
    keyed('heroku-api-key', 'heroku', uuid()),
    alone('heroku-api-key-v2', `HRKU-AA${url(58)}`),
    keyed('hubspot-api-key', 'hubspot', uuid().toUpperCase()),
    alone('huggingface-access-token', `hf_${letters(34)}`),
    alone('huggingface-organization-api-token', `api_org_${letters(34)}`),
    alone('infracost-api-token', `ico-${mixed(32)}`),
    keyed('intercom-api-key', 'intercom', word(60)),
    alone('intra42-client-secret', `s-s4t2ud-${hex(64)}`),
    keyed('jfrog-api-key', 'jfrog', id(73)),
    keyed('jfrog-identity-token', 'jfrog', id(64)),
    alone('jwt', `ey${mixed(20)}.ey${mixed(30)}.${url(40)}`),
    alone('jwt-base64', `ZXlKaGJHY2lPaU${base64(60)}`),
    keyed('kraken-access-token', 'kraken', base64(84)),
    within(
      'kubernetes-secret-yaml',
      part,
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  anything: ${part}\n`,
    ),
    keyed('kucoin-access-token', 'kucoin', hex(24)),
    keyed('kucoin-secret-key', 'kucoin', uuid()),
    keyed('launchdarkly-access-token', 'launchdarkly', word(40)),
    alone('linear-api-key', `lin_api_${mixed(40)}`),
    keyed('linear-client-secret', 'linear', hex(32)),
    keyed('linkedin-client-id', 'linkedin', id(14)),
    keyed('linkedin-client-secret', 'linkedin', id(16)),
    keyed('lob-api-key', 'lob', `live_${hex(35)}`),
    keyed('lob-pub-api-key', 'lob', `test_pub_${hex(31)}`),
    keyed('mailchimp-api-key', 'mailchimp', `${hex(32)}-us12`),
    keyed('mailgun-private-api-token', 'mailgun', `key-${hex(32)}`),
    keyed('mailgun-pub-key', 'mailgun', `pubkey-${hex(32)}`),
    keyed('mailgun-signing-key', 'mailgun', `${hex(32)}-${hex(8)}-${hex(8)}`),
    keyed('mapbox-api-token', 'mapbox', `pk.${id(60)}.${id(22)}`),
    keyed('mattermost-access-token', 'mattermost', id(26)),
    alone('maxmind-license-key', `${mixed(6)}_${mixed(29)}_mmk`),
    keyed('messagebird-api-token', 'messagebird', id(25)),
    keyed('messagebird-client-id', 'message-bird', uuid()),
    within(
      'microsoft-teams-webhook',
      hex(32),
      `https://acme.webhook.office.com/webhookb2/${uuid()}@${uuid()}/IncomingWebhook/${hex(32)}/${uuid()}`,
    ),
    keyed('netlify-access-token', 'netlify', word(42)),
    alone('new-relic-browser-api-token', `NRJS-${hex(19)}`),
    alone('new-relic-insert-key', `NRII-${id(32)}`),
    keyed('new-relic-user-api-id', 'new_relic', id(64)),
    alone('new-relic-user-api-key', `NRAK-${capital(27)}`),
    alone('notion-api-token', `ntn_${number(11)}${mixed(35)}`),
    alone('npm-access-token', `npm_${mixed(36)}`),
    within('nuget-config-password', password, `<add key="ClearTextPassword" value="${password}" />`),
    keyed('nytimes-access-token', 'nytimes', word(32)),
    alone('octopus-deploy-api-key', `API-${capital(26)}`),
    keyed('okta-access-token', 'okta', `00${url(40)}`),
    alone('openai-api-key', `sk-proj-${url(74)}T3BlbkFJ${url(74)}`),
    alone('openshift-user-token', `sha256~${url(43)}`),
    alone('perplexity-api-key', `pplx-${mixed(48)}`),
    keyed('plaid-api-token', 'plaid', `access-sandbox-${uuid()}`),
    keyed('plaid-client-id', 'plaid', id(24)),
    keyed('plaid-secret-key', 'plaid', id(30)),
    alone('planetscale-api-token', `pscale_tkn_${mixed(40)}`),
    alone('planetscale-oauth-token', `pscale_oauth_${mixed(40)}`),
    alone('planetscale-password', `pscale_pw_${mixed(40)}`),
    alone('postman-api-token', `PMAK-${hex(24)}-${hex(34)}`),
    alone('prefect-api-token', `pnu_${mixed(36)}`),
    within(
      'private-key',
      part,
      `-----BEGIN OPENSSH ${'PRIVATE KEY'}-----\n${part}\n${base64(64)}\n-----END OPENSSH ${'PRIVATE KEY'}-----`,
    ),
    keyed('privateai-api-token', 'private_ai', id(32)),
    alone('pulumi-api-token', `pul-${hex(40)}`),
    alone('pypi-upload-token', `pypi-AgEIcHlwaS5vcmc${url(80)}`),
    keyed('rapidapi-access-token', 'rapidapi', word(50)),
    alone('readme-api-token', `rdme_${id(70)}`),
    alone('rubygems-api-token', `rubygems_${hex(48)}`),
    alone('scalingo-api-token', `tk-us-${url(48)}`),
    keyed('sendbird-access-id', 'sendbird', uuid()),
    keyed('sendbird-access-token', 'sendbird', hex(40)),
    alone('sendgrid-api-token', `SG.${url(22)}.${url(43)}`),
    alone('sendinblue-api-token', `xkeysib-${hex(64)}-${mixed(16)}`),
    keyed('sentry-access-token', 'sentry', hex(64)),
    alone('sentry-org-token', `sntrys_eyJpYXQiO${base64(60)}_${base64(43)}`),
    alone('sentry-user-token', `sntryu_${hex(64)}`),
    alone('settlemint-application-access-token', `sm_aat_${mixed(16)}`),
    alone('settlemint-personal-access-token', `sm_pat_${mixed(16)}`),
    alone('settlemint-service-access-token', `sm_sat_${mixed(16)}`),
    alone('shippo-api-token', `shippo_live_${hex(40)}`),
    alone('shopify-access-token', `shpat_${hex(32)}`),
    alone('shopify-custom-access-token', `shpca_${hex(32)}`),
    alone('shopify-private-app-access-token', `shppa_${hex(32)}`),
    alone('shopify-shared-secret', `shpss_${hex(32)}`),
    keyed('sidekiq-secret', 'BUNDLE_GEMS__CONTRIBSYS__COM', `${hex(8)}:${hex(8)}`),
    within('sidekiq-sensitive-url', password, `https://${hex(8)}:${password}@gems.contribsys.com/`),
    alone('slack-app-token', `xapp-1-${capital(11)}-${number(13)}-${hex(64)}`),
    alone('slack-bot-token', `xoxb-${number(12)}-${number(12)}-${mixed(24)}`),
    alone('slack-config-access-token', `xoxe.xoxp-1-${capital(163)}`),
    alone('slack-config-refresh-token', `xoxe-1-${capital(146)}`),
    alone('slack-legacy-bot-token', `xoxb-${number(10)}-${mixed(22)}`),
    alone('slack-legacy-token', `xoxs-${number(10)}-${number(10)}-${number(10)}-${hex(10)}`),
    alone('slack-legacy-workspace-token', `xoxa-2-${mixed(40)}`),
    alone('slack-user-token', `xoxp-${number(12)}-${number(12)}-${number(12)}-${hex(32)}`),
    within(
      'slack-webhook-url',
      mixed(24),
      `https://hooks.slack.com/services/T${capital(8)}/B${capital(8)}/${mixed(24)}`,
    ),
    keyed('snyk-api-token', 'snyk_api_token', uuid()),
    keyed('sonar-api-token', 'sonar_login', word(40)),
    alone('sourcegraph-access-token', `sgp_${hex(16)}_${hex(40)}`),
    alone('square-access-token', `sq0atp-${url(22)}`),
    keyed('squarespace-access-token', 'squarespace', uuid()),
    alone('stripe-access-token', `sk_live_${mixed(24)}`),
    keyed('sumologic-access-id', 'sumo', `su${mixed(12)}`),
    keyed('sumologic-access-token', 'sumo', id(64)),
    alone('telegram-bot-api-token', `${number(10)}:A${url(34)}`),
    keyed('travisci-access-token', 'travis', id(22)),
    alone('twilio-api-key', `SK${hex(32)}`),
    keyed('twitch-api-token', 'twitch', id(30)),
    keyed('twitter-access-secret', 'twitter', id(45)),
    keyed('twitter-access-token', 'twitter', `${number(18)}-${mixed(40)}`),
    keyed('twitter-api-key', 'twitter', id(25)),
    keyed('twitter-api-secret', 'twitter', id(50)),
    keyed('twitter-bearer-token', 'twitter', `${'A'.repeat(22)}${mixed(80)}`),
    alone('typeform-api-token', `tfp_${word(59)}`),
    alone('vault-batch-token', `hvb.${url(150)}`),
    alone('vault-service-token', `hvs.${url(95)}`),
    alone('yandex-access-token', `t1.${url(40)}.${url(86)}`),
    alone('yandex-api-key', `AQVN${url(36)}`),
    keyed('yandex-aws-access-token', 'yandex', `YC${url(38)}`),
    keyed('zendesk-secret-key', 'zendesk', id(40)),
  ].map((sample) => withSecretOfText(sample));
}

/** Where a sample calls its generator twice, its secret is the last random part of the text. */
function withSecretOfText(sample: CredentialSample): CredentialSample {
  if (sample.text.includes(sample.secret)) return sample;
  const parts = sample.text.match(/[\w+/-]{10,}/g) ?? [];
  return {
    ...sample,
    secret: parts.findLast((part) => part.length >= sample.secret.length) ?? parts.at(-1) ?? '',
  };
}

/** The rule that no text can match: it is about the name of a file. */
export const rulesWithoutText: readonly string[] = ['pkcs12-file'];
