import { z } from 'zod';
import {
  findEnvironmentOf,
  listApplicationsOf,
  listOwnersOf,
} from '../../db/ownership/owners/resource-ownership-read-model.ts';
import { errors } from '../../domain/errors.ts';
import { environmentSources, membershipStatuses, ownerSources } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { id, confidence } from '../http/schemas.ts';
import { Evidence } from './evidence.ts';

const ResourceOwnership = z
  .object({
    owners: z
      .array(
        z.object({
          team_id: id.optional(),
          team_name: z.string().optional(),
          user_id: id.optional(),
          source: z.enum(ownerSources),
          confidence: confidence,
          evidence: z.array(Evidence),
        }),
      )
      .describe(
        'Owners of the first source with an active owner: `rule`, then `application`, then `repository`',
      ),
    applications: z
      .array(
        z.object({
          application_id: id,
          application_name: z.string(),
          membership_id: id,
          status: z.enum(membershipStatuses),
          confidence: confidence,
          evidence: z.array(Evidence),
        }),
      )
      .describe('Memberships, except rejected ones'),
    environment: z
      .object({ id, name: z.string(), source: z.enum(environmentSources) })
      .optional()
      .describe('Environment of the first source that has one: `rule`, `tag`, `project`, `account_default`'),
  })
  .meta({ id: 'ResourceOwnership' });

export const getResourceOwnershipOperation = operation({
  id: 'getResourceOwnership',
  method: 'GET',
  path: '/resources/{id}/ownership',
  tag: 'Ownership',
  summary: 'Get the owners, applications and environment of a resource',
  description: 'Inactive teams and deactivated users own nothing. An archived application gives no owner.',
  access: 'ownership:read',
  transaction: 'snapshot',
  success: [200, ResourceOwnership],
  async handle({ params, tenant }) {
    const environment = await findEnvironmentOf(tenant, params.id);
    if (environment === undefined) throw errors.notFound();
    const owners = await listOwnersOf(tenant, params.id);
    return {
      owners: owners.map(({ teamId, teamName, userId, source, confidence, evidence }) => {
        return { team_id: teamId, team_name: teamName, user_id: userId, source, confidence, evidence };
      }),
      applications: (await listApplicationsOf(tenant, params.id)).map((application) => ({
        application_id: application.applicationId,
        application_name: application.applicationName,
        membership_id: application.membershipId,
        status: application.status,
        confidence: application.confidence,
        evidence: application.evidence,
      })),
      ...(environment.id === undefined ? {} : { environment }),
    };
  },
});
