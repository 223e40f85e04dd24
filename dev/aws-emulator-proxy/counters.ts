export interface CountedCall {
  readonly account: string;
  readonly region: string;
  readonly service: string;
  readonly operation: string;
}

export interface Counters {
  count(call: CountedCall): void;
  /** Calls by account, region, service and operation; optionally of one account. */
  list(account?: string): readonly (CountedCall & { readonly calls: number })[];
  clear(account?: string): void;
}

export function createCounters(): Counters {
  const counts = new Map<string, CountedCall & { calls: number }>();
  return {
    count(call) {
      const key = [call.account, call.region, call.service, call.operation].join(' ');
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { ...call, calls: 1 });
      else known.calls += 1;
    },
    list: (account) =>
      [...counts.values()].filter((entry) => account === undefined || entry.account === account),
    clear(account) {
      for (const [key, entry] of counts)
        if (account === undefined || entry.account === account) counts.delete(key);
    },
  };
}
