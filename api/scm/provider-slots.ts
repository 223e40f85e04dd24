import { errors } from '../../domain/errors.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';

/** Of a process. A list of repositories holds up to 16 MB of each of eight pages. */
const operationsOfProcess = 16;
const operationsOfOrganization = 2;
const maximumWaiting = 8;
const maximumWaitMs = 10_000;
const retrySeconds = 5;

/** Limits the operations of the API that call a source-control provider while the client waits. */
export function createProviderSlots(): OrganizationSlots {
  return new OrganizationSlots({
    slots: operationsOfProcess,
    perOrganization: operationsOfOrganization,
    maximumWaiting,
    maximumWaitMs,
    busy: () =>
      errors.providerUnavailable(
        'Other requests of the organization wait for the provider.',
        undefined,
        retrySeconds,
      ),
  });
}
