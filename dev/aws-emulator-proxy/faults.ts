import { deniedIn, throttledIn } from './answer.ts';
import type { AwsError } from './answer.ts';
import type { Protocol } from './identify-request.ts';

/** A fault to inject. It always names an account, so that tests beside each other do not meet. */
export interface FaultRule {
  readonly id: string;
  readonly account: string;
  readonly region?: string;
  readonly service?: string;
  readonly operation?: string;
  /**
   * `empty_page`: a page without items before each page; `no_items`: a last page without items; `other_account`: the
   * caller is taken for another account's.
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
    | 'other_account';
  /** Share of the calls that it hits; 1 when absent. */
  readonly probability?: number;
  /** Calls that pass before the first is hit. */
  readonly after?: number;
  /** Calls that are hit before the rule is spent. */
  readonly times?: number;
  readonly retryAfterSeconds?: number;
  readonly milliseconds?: number;
}

interface Call {
  readonly account: string;
  readonly region: string;
  readonly service: string;
  readonly operation: string;
}

export interface Faults {
  set(rule: FaultRule): void;
  /** Removes one rule, or all of an account. */
  clear(by: { readonly id?: string; readonly account?: string }): void;
  /** The rule that hits this call, and counts it. */
  hit(call: Call): FaultRule | undefined;
}

export function createFaults(random: () => number = Math.random): Faults {
  const rules = new Map<string, { rule: FaultRule; seen: number; hits: number }>();
  return {
    set(rule) {
      rules.set(rule.id, { rule, seen: 0, hits: 0 });
    },
    clear({ id, account }) {
      for (const [key, { rule }] of rules) if (key === id || rule.account === account) rules.delete(key);
    },
    hit(call) {
      for (const entry of rules.values()) {
        const { rule } = entry;
        if (!fits(rule, call)) continue;
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

/** The error that a rule answers with; none for rules that delay, break the connection, or answer otherwise. */
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
    case 'unreachable':
    case 'delay':
    case 'empty_page':
    case 'no_items':
    case 'other_account':
      return undefined;
  }
}

function fits(rule: FaultRule, call: Call): boolean {
  return (
    rule.account === call.account &&
    (rule.region === undefined || rule.region === call.region) &&
    (rule.service === undefined || rule.service === call.service) &&
    (rule.operation === undefined || rule.operation === call.operation)
  );
}
