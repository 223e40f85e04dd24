import { z } from 'zod';
import { requestExtraction } from '../../commands/graph/request-extraction.ts';
import { findScannedAccount } from '../../db/graph/extract/graph-accounts.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { Accepted, id } from '../http/schemas.ts';
import { graphTag as tag } from './graph-schemas.ts';

export const createExtractionRun = operation({
  id: 'createExtractionRun',
  method: 'POST',
  path: '/graph/extraction-runs',
  tag,
  summary: 'Extract the relationships of an account',
  description:
    'Reads the configurations of all resources of the account in the inventory. Extraction also runs after each scan of an ' +
    'account, and every night.',
  access: 'graph:extract',
  audit: 'graph.extraction_requested',
  body: z.strictObject({ aws_account_id: id }),
  success: [202, Accepted],
  errors: ['conflict'],
  async handle({ body, principal, tenant, services, audit }) {
    const account = await findScannedAccount(tenant, body.aws_account_id);
    if (account === undefined) throw errors.validationFailed('aws_account_id', 'does not exist');
    const { run_id, created } = await requestExtraction(
      tenant,
      services,
      account,
      'manual',
      'full',
      principal.id,
    );
    if (!created) throw errors.conflict('An extraction of the account is queued or running.');
    audit({ type: 'account', id: account.id, name: account.accountId });
    return { run_id };
  },
});
