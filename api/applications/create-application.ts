import { z } from 'zod';
import { createApplication as store } from '../../db/applications/application-store.ts';
import { operation } from '../http/operation.ts';
import { Application, applicationFields, presentApplication, tag } from './schemas.ts';

export const createApplication = operation({
  id: 'createApplication',
  method: 'POST',
  path: '/applications',
  tag,
  summary: 'Create an application',
  description: 'Without a slug it gets one from its name, with a number behind it when that is taken.',
  access: 'applications:manage',
  audit: 'application.created',
  body: z.strictObject(applicationFields),
  success: [201, Application],
  errors: ['conflict'],
  async handle({ body, principal, tenant, audit }) {
    const application = await store(tenant, { ...body, createdBy: principal.id });
    audit({ type: 'application', id: application.id, name: application.name });
    return presentApplication(application);
  },
});
