import { createFairSemaphore } from './fair-semaphore.ts';
import type { FairSemaphore, PermitKind } from './fair-semaphore.ts';

export interface SlotLimits {
  /** Slots of this process. Default: no limit. */
  readonly slots?: number;
  /** Slots that one organization may use. Default: all. */
  readonly perOrganization?: number;
  /** Whether an organization with a slot gets a second one only while no organization without one waits. Default: no. */
  readonly oneWhileOthersWait?: boolean;
  /** Calls of one organization that may wait for a slot. Default: no limit. With 0, a call without a free slot fails. */
  readonly maximumWaiting?: number;
  /** Default: no limit. */
  readonly maximumWaitMs?: number;
  /** Returns the error of a call that may not wait, or has waited too long. */
  readonly busy?: (organizationId: string) => Error;
}

/** Limits the work that runs in this process at once, in total and of one organization. The organizations take turns. */
export class OrganizationSlots {
  readonly #semaphore: FairSemaphore;
  readonly #kind: PermitKind;

  constructor({
    slots = Number.POSITIVE_INFINITY,
    perOrganization = slots,
    oneWhileOthersWait = false,
    maximumWaiting: maxWaiting = Number.POSITIVE_INFINITY,
    maximumWaitMs: maxWaitMs = Number.POSITIVE_INFINITY,
    busy = () => new Error('no slot is free'),
  }: SlotLimits) {
    this.#semaphore = createFairSemaphore({ size: slots, tenantLimit: perOrganization, oneWhileOthersWait });
    this.#kind = {
      limit: slots,
      tenantLimit: perOrganization,
      maximumWaiting: maxWaiting,
      waitMilliseconds: maxWaitMs,
      error: busy,
    };
  }

  /**
   * Waits for a slot, runs `work` and frees the slot.
   *
   * @param organizationId - another key if the organization is not known, such as the client's address
   * @throws the error of `busy` without a slot, the reason of `signal` when it aborts during the wait, and errors of `work`
   */
  async run<T>(organizationId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.#semaphore.acquire(organizationId, this.#kind, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Returns the number of slots that an organization uses. */
  used(organizationId: string): number {
    return this.#semaphore.used(organizationId);
  }
}
