import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { createApplication as store } from '../../db/applications/application-store.ts';
import { listNamingRuleIds } from '../../db/ownership/rules/rule-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { Application, applicationFields, presentApplication, tag } from './schemas.ts';

export const createApplication = operation({
  id: 'createApplication',
  method: 'POST',
  path: '/applications',
  tag,
  summary: 'Create an application',
  description:
    'If `slug` is omitted, it is derived from the name; a number is appended if the slug is taken. ' +
    'The rules with `name_from_tag` are evaluated again.',
  access: 'applications:manage',
  audit: 'application.created',
  body: z.strictObject(applicationFields),
  success: [201, Application],
  errors: ['conflict'],
  async handle({ body, principal, tenant, services, audit }) {
    const application = await store(tenant, { ...propertiesOf(body), createdBy: principal.id });
    audit({ type: 'application', id: application.id, name: application.name });
    // The values of tags can mean the new application.
    await requestInference(tenant, services, 'rule', await listNamingRuleIds(tenant));
    return presentApplication(application);
  },
});
