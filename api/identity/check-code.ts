import type { Request, Response } from 'express';
import { openFactorSecret, usePeriod, useRecoveryCode } from '../../db/identity/second-factor-store.ts';
import type { SecondFactor } from '../../db/identity/second-factor-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import { hashRecoveryCode, isAppCode, periodOfCode } from './one-time-password.ts';

interface CodeOf {
  readonly organizationId: string;
  readonly userId: string;
  /** The subject of the limits of failed logins, which count wrong recovery codes. */
  readonly account: string;
}

/**
 * Counts an attempt and compares a code with the factor of a user. Resolves with a function that uses the code up in a
 * transaction, and returns whether it was accepted. Wrong codes of an app count per user; a recovery code counts as a
 * failed login, so that it is accepted while the limit of codes is reached.
 * @throws CatalogueError `rate_limited`.
 */
export async function checkCode(
  exchange: { readonly services: Services; readonly request: Request; readonly response: Response },
  { organizationId, userId, account }: CodeOf,
  factor: SecondFactor,
  code: string,
): Promise<(tenant: Tenant) => Promise<boolean>> {
  const { services, request, response } = exchange;
  const isApp = isAppCode(code);
  const limits = isApp
    ? (['code_account', 'code_account_everywhere'] as const)
    : (['login_account', 'login_account_everywhere'] as const);
  for (const limit of limits)
    await services.rateLimits.take(limit, request, response, isApp ? userId : account);
  if (!isApp) return (tenant) => useRecoveryCode(tenant, userId, hashRecoveryCode(code));
  const period = periodOfCode(
    await openFactorSecret(services.encryption, organizationId, userId, factor),
    code,
  );
  return async (tenant) => period !== undefined && usePeriod(tenant, userId, period);
}
