import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { updateApplication as store } from '../../db/applications/application-store.ts';
import { applyArchiving } from '../../db/applications/archive-application.ts';
import { listNamingRuleIds } from '../../db/ownership/rules/rule-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { Application, applicationFields, presentApplication, tag } from './schemas.ts';

export const updateApplication = operation({
  id: 'updateApplication',
  method: 'PATCH',
  path: '/applications/{id}',
  tag,
  summary: 'Update or archive an application',
  description:
    'An archived application infers nothing and gives no owner: its inferred memberships become stale, and its issues ' +
    'are resolved. Owners, declared resources and reviews cannot be added to it. After `archived: false` its rules are ' +
    'evaluated again. After this, and after a change of `name` or `slug`, so are the rules with `name_from_tag`.',
  access: 'applications:manage',
  audit: 'application.updated',
  body: z.strictObject({ ...applicationFields, archived: z.boolean() }).partial(),
  success: [200, Application],
  errors: ['conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    const { application, archivedChanged, renamed } = await store(tenant, params.id, propertiesOf(body));
    const { id, name } = application;
    audit({ type: 'application', id, name, details: { changed: Object.keys(body) } });
    if (archivedChanged) await applyArchiving(tenant, application, principal.id);
    if (archivedChanged || renamed) {
      await requestInference(tenant, services, 'application', [id]);
      // The values of tags can mean another application than before.
      await requestInference(tenant, services, 'rule', await listNamingRuleIds(tenant));
    }
    return presentApplication(application);
  },
});
