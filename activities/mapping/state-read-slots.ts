/** Limits the number of states of one organization that a process reads, or of accounts that it matches, at once. */
export interface StateReadSlots {
  /** Runs `work`, or returns `undefined` at once when the organization uses all of its slots. */
  tryRun<T>(organizationId: string, work: () => Promise<T>): Promise<T | undefined>;
}

export function createStateReadSlots(perOrganization: number): StateReadSlots {
  const used = new Map<string, number>();
  return {
    async tryRun(organizationId, work) {
      const count = used.get(organizationId) ?? 0;
      if (count >= perOrganization) return undefined;
      used.set(organizationId, count + 1);
      try {
        return await work();
      } finally {
        const left = (used.get(organizationId) ?? 1) - 1;
        if (left === 0) used.delete(organizationId);
        else used.set(organizationId, left);
      }
    },
  };
}
