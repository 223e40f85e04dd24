import { decodedStart, looksRandom } from './secret-values.ts';

/** A form of credentials that shows by itself what it is. */
export interface CredentialPattern {
  /** Group 1, if present, is kept. Time is linear: quantifiers before a condition are limited, or begin at one place of a run. */
  readonly pattern: RegExp;
  /** Returns whether a match is a credential; absent: every match is. */
  readonly accepts?: (secret: string) => boolean;
}

/** Sources: the documentation of the vendors, and what their products return. */
export const credentialPatterns: readonly CredentialPattern[] = [
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { pattern: /\bPuTTY-User-Key-File-\d[\s\S]*/g },
  { pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g },
  // Base64 of `-----BEGIN … PRIVATE KEY`, and of a JSON Web Token.
  {
    pattern: /(?<![\w+/])LS0tLS1CRUdJTi[\w+/]{20,}={0,2}/g,
    accepts: (secret) => decodedStart(secret)?.includes('PRIVATE KEY') ?? false,
  },
  { pattern: /(?<![\w+/])ZXlK[\w+/\\-]{40,}={0,2}/g },
  // AWS: access keys of users and roles, and keys of Bedrock.
  { pattern: /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { pattern: /\bABSK[\w+/]{60,}={0,2}|\bbedrock-api-key-[\w+/=-]{20,}/g },
  {
    pattern:
      /([?&;](?:amp;)?(?:X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|X-Goog-Credential|Signature|sig)=)[\w%+/=-]{16,}/gi,
  },
  // JSON Web Tokens. The lookbehind and the lookahead limit the attempts to one per run of token characters.
  { pattern: /((?<![\w-])(?=[\w-]+\.[\w-]{8,}\.)(?:[\w-]*?-)?)eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
  { pattern: /\bey[A-Za-z0-9]{17,}\.ey[\w/\\-]{17,}\.[\w/\\-]*={0,2}|\beyJrIjoi[\w+/]{50,}={0,3}/g },
  // Tokens with a prefix.
  {
    pattern:
      /\b(?:gh[pousr]_|github_pat_|npm_|hf_|api_org_|pul-|pnu_|rdme_|rubygems_|sgp_|glc_|glsa_|lin_api_|lin_oauth_|ntn_|sntrys_|sntryu_|sm_[aps]at_|shippo_(?:live|test)_|shp(?:at|ca|pa|ss)_|tfp_|xkeysib-|xsmtpsib-|do[opr]_v1_|dapi|dckr_[op]at_|pscale_(?:tkn|oauth|pw)_|duffel_(?:test|live)_|lsv2_[ps][kt]_|gsk_|xai-|tvly-|nvapi-|r8_|phx_|sbp_|sb_secret_|whsec_|tskey-|CCIPAT_|bku[ad]_|aio_|figd_|apify_api_|nf[pcoub]_|ops_|tk-us-|ico-|pplx-|fio-u-|p8e-|fo1_|fm1[ar]_|fm2_|sq0(?:atp|csp)-|dnkey-|CLOJARS_|HRKU-|PMAK-|NRAK-|NRII-|NRJS-|NRAA-|NRRA-|FLW(?:SEC|PUB)K(?:_TEST)?-|s-s4t2(?:ud|af)-)[\w.=+/%~-]{12,}/gi,
    accepts: looksRandom,
  },
  {
    pattern:
      /(?<![\w+/-])(?:EAA[AMC]|EZ[AT]K|AKCp|cmVmd|AT[AC]TT3|ATBB|LTAI|AQVN|GR1348941|sk-(?:[a-z]{2,12}-){0,2})[\w=+/-]{20,}/g,
    accepts: looksRandom,
  },
  { pattern: /\bgl(?:pat|dt|ft|oas|rt|ptt|imt|agent|soat|ffct|cbt)-[\w.-]{16,}/g },
  { pattern: /\bxox[abeoprs](?:\.xox[bp])?-[\w-]{10,}|\bxapp-[\w-]{10,}/gi },
  { pattern: /\b[rs]k_(?:live|test|prod)_\w{8,}/g },
  { pattern: /\bAIza[\w-]{35}/g },
  { pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,}|\bSG\.[\w=.-]{66}/g },
  { pattern: /\bpypi-[\w-]{50,}/g },
  { pattern: /\bhv[bsr]\.[\w-]{20,}/g },
  { pattern: /(?<![\w.-])s\.[A-Za-z0-9]{24}(?![\w-])/g, accepts: (secret) => /\d/.test(secret) },
  { pattern: /\b[\w-]{14}\.atlasv1\.[\w=-]{40,}/gi },
  { pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20,}/g },
  { pattern: /\bdt0[cs]\d\d\.[A-Z0-9]{16,32}\.[A-Z0-9]{32,}/gi },
  { pattern: /\b[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/g },
  { pattern: /\bA3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/g },
  {
    pattern:
      /\b(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,}/gi,
  },
  { pattern: /\b(?:key|pubkey)-[0-9a-f]{32}/g },
  { pattern: /\b4b1d[A-Za-z0-9]{38}\b/g },
  { pattern: /\bv1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/g },
  { pattern: /\bAPI-[A-Z0-9]{26}\b/g, accepts: (secret) => /\d/.test(secret) },
  { pattern: /\bsha256~[\w-]{43}/g },
  { pattern: /(?<![\w-])SK[0-9a-fA-F]{32}(?![\w-])/g },
  { pattern: /(?<![\w.-])[\w.~]{3}\dQ~[\w.~-]{31,34}(?![\w~-])/g },
  // Not the name in an ARN: `arn:aws:sns:eu-west-1:123456789012:Alarms…`.
  { pattern: /(?<![\w:])\d{5,16}:A[\w-]{34}(?![\w-])/g },
  { pattern: /\b\d{15,16}[|%][\w-]{27,40}/g, accepts: looksRandom },
  { pattern: /\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g, accepts: looksRandom },
  { pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { pattern: /\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b/g },
  { pattern: /\baccess-(?:sandbox|development|production)-[0-9a-f-]{36}/g },
  { pattern: /\b[ps]k\.[a-z0-9]{50,80}\.[\w-]{20,24}/gi },
  { pattern: /\bsl\.[\w=-]{100,}/g },
  { pattern: /\bt1\.[\w-]{1,200}={0,2}\.[\w-]{86}={0,2}/g },
  { pattern: /((?:_gitlab_session|connect\.sid|PHPSESSID|JSESSIONID|sessionid)=)[\w%.-]{16,}/gi },
  // Passwords as crypt(3), Apache and LDAP store them.
  { pattern: /\$(?:2[abxy]?|5|6|y|gy|7|1|apr1|argon2(?:i|d|id)|scrypt|pbkdf2[\w-]{0,16})\$[\w./=,$+-]{8,}/g },
  { pattern: /\{S?(?:SHA|SHA256|SHA512|MD5|CRYPT)\}[\w+/=$.]{16,}/g },
  // Headers and options.
  {
    pattern:
      /(authorization\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:basic|bearer|token|digest|negotiate|apikey|api-token|key)\s{1,3})[^\s"'\\,;]{6,}/gi,
    accepts: notReference,
  },
  { pattern: /(\bbearer\s{1,3})[\w=~@.+/-]{16,}/gi, accepts: looksRandom },
  // Neither a user and a group (`--user 1000:1000`) nor an address (`-u https://…`).
  {
    pattern:
      /((?:^|\s)(?:-u|--user|--proxy-user)[= \t]{1,3}\\?["']?(?!\d{1,10}:\d{1,10}(?![^\s"']))[^\s:"']{1,200}:(?!\/\/))[^\s"'\\]{1,500}/g,
    accepts: notReference,
  },
  { pattern: /(\bsshpass\s{1,3}-p\s{0,3}["']?)[^\s"']{3,}/g },
  { pattern: /(\bmysql(?:dump|admin)?\b[^\n|;]{0,200}\s-p)(?=[^\s-])[^\s"']{3,}/g },
  {
    pattern:
      /(\bidentified\s{1,3}(?:with\s{1,3}\S{1,60}\s{1,3})?by\s{1,3}(?:password\s{1,3})?["'])[^"'\n]{3,}/gi,
  },
  { pattern: /(\b(?:encrypted\s{1,3})?password\s{1,3}["'])[^"'\n]{3,}(?=["'])/gi },
  {
    pattern:
      /(\b(?:machine\s{1,3}\S{1,200}|default)\s{1,20}login\s{1,3}\S{1,200}\s{1,20}password\s{1,3})\S{3,}/gi,
  },
  // Users and passwords before a host, without a scheme: Go's MySQL driver, Oracle.
  { pattern: /((?<![\w.%+/-])[\w.%+-]{1,100}:)[^\s"'@/]{1,200}(?=@(?:tcp|udp|unix)\()/g },
  { pattern: /((?<![\w./:-])[\w$#]{1,30}\/)[^\s"'@/]{3,60}(?=@\/\/[\w.-]{1,200}[:/])/g },
  // Addresses whose path is the credential: chat services, alerting, automation, ingestion.
  { pattern: /(\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[\w/+-]{10,}/gi },
  { pattern: /(\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/)[\w-]{20,}/gi },
  {
    pattern: /(\bwebhook\.office\.com\/webhookb2\/|\boutlook\.office(?:365)?\.com\/webhook\/)[\w@/.-]{20,}/gi,
  },
  { pattern: /(\bapi\.telegram\.org\/(?:file\/)?bot)[\w:%-]{20,}/gi },
  { pattern: /(\bwebexapis\.com\/v1\/webhooks\/incoming\/)[\w-]{20,}/gi },
  { pattern: /(\b(?:open\.feishu\.cn|open\.larksuite\.com)\/open-apis\/bot\/(?:v2\/)?hook\/)[\w-]{16,}/gi },
  {
    pattern:
      /(\b(?:qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=|oapi\.dingtalk\.com\/robot\/send\?access_token=))[\w-]{16,}/gi,
  },
  { pattern: /(\bchat\.googleapis\.com\/v1\/spaces\/[\w-]{1,60}\/messages\?)[^\s"'<>]{10,}/gi },
  {
    pattern:
      /(\bhooks\.zapier\.com\/hooks\/catch\/|\bhook(?:\.[a-z]{2}\d)?\.(?:make|integromat)\.com\/)[\w/-]{8,}/gi,
  },
  { pattern: /(\bmaker\.ifttt\.com\/trigger\/[\w-]{1,100}(?:\/json)?\/with\/key\/)[\w-]{10,}/gi },
  { pattern: /(\bevents(?:\.eu)?\.pagerduty\.com\/(?:integration|x-ere)\/)[\w-]{20,}/gi },
  { pattern: /(\balert\.victorops\.com\/integrations\/[\w-]{1,60}\/\d{1,12}\/alert\/)[\w$/-]{10,}/gi },
  { pattern: /(\bcollection(?:\.[a-z]{2}\d?)?\.sumologic\.com\/receiver\/v1\/http\/)[\w+/=-]{20,}/gi },
  { pattern: /(\blogs-\d\d\.loggly\.com\/(?:inputs|bulk)\/)[\w-]{20,}/gi },
  { pattern: /(\b(?:hc-ping\.com|hchk\.io)\/)[\w-]{20,}/gi },
  {
    pattern:
      /(\/(?:hooks|webhooks?)\/(?:incoming\/)?)(?=[\w-]{0,40}\d)[A-Za-z0-9]{17,}(?:\/[A-Za-z0-9]{16,})?/g,
  },
];

/**
 * Matches every text that a pattern can match; a cheap test before the patterns are applied. Case is ignored where a pattern
 * ignores it.
 */
export const mayContainCredential =
  /PRIVATE KEY|PuTTY-User|AGE-SECRET|LS0tLS1C|ZXlK|\b(?:A3T|AKIA|ASIA|ABIA|ACCA|ABSK)|bedrock-api|eyJ|\bey[a-z0-9]{17}|\.[\w-]{6}\.[\w-]{27}|\$\w{1,16}\$|\{S?(?:SHA|MD5|CRYPT)|[?&;](?:amp;)?(?:x-amz-s|x-goog-|sig)|atlasv1|Q~|sha256~|\d:A|\d[|%]|-us\d|_mmk|sess\w{0,7}=|\.sid=|authorization|bearer|--?u(?:ser)?\b|--proxy-u|sshpass|mysql|identified|password\s|@(?:tcp|udp|unix)\(|@\/\/|hooks?[/.]|office(?:365)?\.com|api\.telegram|weixin|dingtalk|chat\.googleapis|maker\.ifttt|pagerduty|victorops|sumologic|loggly|hc-ping|hchk|\b(?:gh[pousr]_|github_pat|npm_|hf_|api_org_|pul-|pnu_|rdme_|rubygems_|sgp_|gl[a-z]{1,5}[-_]|lin_|ntn_|sntry|sm_|shippo_|shp|tfp_|xkeysib|xsmtpsib|do[opr]_v1|dapi|dckr_|pscale_|duffel_|lsv2_|gsk_|xai-|tvly-|nvapi-|r8_|phx_|sbp_|sb_secret|whsec_|tskey-|ccipat_|bku|aio_|figd_|apify_|nf[pcoub]_|ops_|tk-us|ico-|pplx-|fio-|p8e-|fo1_|fm[12]|sq0|dnkey|clojars_|hrku-|pmak-|nr[a-z]{2}-|flw|s-s4|EAA|EZ[AT]K|AKCp|cmVmd|AT[AC]TT3|ATBB|LTAI|AQVN|4b1d|GR1348941|key-|pubkey-|sk[-_]|sk[0-9a-f]{8}|xox|xapp|rk_|AIza|SG\.|pypi-|hv[bsr]\.|s\.|dp\.|dt0|[ps]at\.|A3-|sc_|ext_|scauth|authress|v1\.0-|API-|access-|pk\.|sl\.|t1\.)/i;

function notReference(secret: string): boolean {
  return !/^[$<{%]/.test(secret);
}
