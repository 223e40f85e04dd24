import { deniedIn, throttledIn } from './proxy-response.ts';
import type { AwsError } from './proxy-response.ts';
import type { Protocol } from './identify-request.ts';

/** A fault to inject. It applies to one account, so that concurrent tests do not affect each other. */
export interface FaultRule {
  readonly id: string;
  readonly account: string;
  readonly region?: string;
  readonly service?: string;
  readonly operation?: string;
  /**
   * `empty_page`: returns an empty page before each page. `no_items`: returns an empty last page. `other_account`:
   * handles the call as one of another account. `half_body`: closes the connection after half of the response's body.
   * `stalled_body`: sends nothing after half of the body. `response`: returns the error in `response`.
   */
  readonly kind:
    | 'throttle'
    | 'deny'
    | 'deny_scp'
    | 'unreachable'
    | 'error'
    | 'delay'
    | 'empty_page'
    | 'no_items'
    | 'other_account'
    | 'half_body'
    | 'stalled_body'
    | 'response';
  /** Share of the matching calls that fail. Default: 1. */
  readonly probability?: number;
  /** Number of matching calls that succeed first. Default: 0. */
  readonly after?: number;
  /** Number of calls that fail before the rule ends. Default: no limit. */
  readonly times?: number;
  readonly retryAfterSeconds?: number;
  readonly milliseconds?: number;
  readonly response?: AwsError;
}

interface Call {
  readonly account: string;
  readonly region: string;
  readonly service: string;
  readonly operation: string;
}

export interface AwsFaults {
  set(rule: FaultRule): void;
  /** Deletes one rule, or all rules of an account. */
  clear(by: { readonly id?: string; readonly account?: string }): void;
  /** Returns the rule to apply to this call, and counts the call. */
  match(call: Call): FaultRule | undefined;
}

export function createAwsFaults(random: () => number = Math.random): AwsFaults {
  const rules = new Map<string, { rule: FaultRule; seen: number; hits: number }>();
  return {
    set(rule) {
      rules.set(rule.id, { rule, seen: 0, hits: 0 });
    },
    clear({ id, account }) {
      for (const [key, { rule }] of rules) if (key === id || rule.account === account) rules.delete(key);
    },
    match(call) {
      for (const entry of rules.values()) {
        const { rule } = entry;
        if (!matches(rule, call)) continue;
        entry.seen += 1;
        const due = entry.seen > (rule.after ?? 0) && entry.hits < (rule.times ?? Infinity);
        if (!due || random() >= (rule.probability ?? 1)) continue;
        entry.hits += 1;
        return rule;
      }
      return undefined;
    },
  };
}

/** The error response of a rule; `undefined` for rules that delay, close the connection, or return something else. */
export function faultError(
  rule: FaultRule,
  { protocol, action, caller }: { protocol: Protocol; action: string; caller: string },
): AwsError | undefined {
  const denied = `User: ${caller} is not authorized to perform: ${action}`;
  switch (rule.kind) {
    case 'throttle':
      return {
        ...throttledIn(protocol),
        message: 'Rate exceeded',
        ...(rule.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: rule.retryAfterSeconds }),
      };
    case 'deny':
      return {
        ...deniedIn(protocol),
        message: `${denied} because no identity-based policy allows the ${action} action`,
      };
    case 'deny_scp':
      return {
        ...deniedIn(protocol),
        message: `${denied} with an explicit deny in a service control policy`,
      };
    case 'error':
      return {
        status: 500,
        code: 'InternalFailure',
        message: 'The request processing has failed because of an unknown error',
      };
    case 'response':
      return rule.response;
    case 'unreachable':
    case 'half_body':
    case 'stalled_body':
    case 'delay':
    case 'empty_page':
    case 'no_items':
    case 'other_account':
      return undefined;
  }
}

function matches(rule: FaultRule, call: Call): boolean {
  return (
    rule.account === call.account &&
    (rule.region === undefined || rule.region === call.region) &&
    (rule.service === undefined || rule.service === call.service) &&
    (rule.operation === undefined || rule.operation === call.operation)
  );
}
