/** The headers of a GitLab delivery that authenticate it, and the clock. */
export interface GitlabSignature {
  /** `webhook-signature`: `v1,<base64>`, several separated by spaces. Sent when the hook has a signing token. */
  readonly signature: string | undefined;
  readonly webhookId: string | undefined;
  /** `webhook-timestamp` in seconds since 1970. */
  readonly timestamp: string | undefined;
  /** `X-Gitlab-Token`. */
  readonly token: string | undefined;
}

/** What must be compared to verify a delivery, or `refused`. */
export type GitlabCheck =
  | { readonly kind: 'signature'; readonly signed: string; readonly candidates: readonly string[] }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused' };

/** Source: GitLab 19.0, "Webhook signing tokens". */
const toleranceSeconds = 300;

/**
 * Selects the check of a delivery. A delivery with a signature must verify by it: falling back to the token would let an
 * attacker who knows the token skip the timestamp.
 */
export function selectGitlabCheck(headers: GitlabSignature, nowSeconds: number): GitlabCheck {
  const { signature, webhookId, timestamp, token } = headers;
  if (signature === undefined) return token === undefined ? { kind: 'refused' } : { kind: 'token', token };
  if (webhookId === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    return { kind: 'refused' };
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return { kind: 'refused' };
  const candidates = signature
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice('v1,'.length));
  return { kind: 'signature', signed: `${webhookId}.${timestamp}.`, candidates };
}

/** Source: Standard Webhooks, "Symmetric": a key has 24 to 64 bytes; GitLab's have 32. */
const signingSecret = /^whsec_((?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * Returns the base64 of the signing key in a webhook secret, or `undefined` for a secret that can only be sent as
 * `X-Gitlab-Token`: decoding it could give an empty key, with which anybody can sign.
 */
export function signingKeyOf(secret: string): string | undefined {
  return signingSecret.exec(secret)?.[1];
}
