import { z } from 'zod';
import { instant } from '../../commands/inventory/parameter-values.ts';
import { chainHeadOf, exportAuditEntries } from '../../db/organizations/audit-export.ts';
import type { SealedEntry } from '../../db/organizations/audit-export.ts';
import type { Tenant } from '../../db/tenant.ts';
import { auditKeysOf, signedLine } from '../../runtime/audit-signature.ts';
import type { SecretKey } from '../../runtime/configuration.ts';
import { operation } from '../http/operation.ts';
import { runExport } from '../http/response/run-export.ts';
import { streamLines } from '../http/response/stream-lines.ts';

export const auditExportOperations = [
  operation({
    id: 'exportAuditLog',
    method: 'GET',
    path: '/organization/audit-log/export',
    tag: 'Organization',
    summary: 'Export the sealed entries of the audit log',
    description:
      'Newline-delimited JSON: a line per entry with the text that was hashed, its hash and the previous hash, and a last line with the ' +
      'range, the head of the chain and a signature. From the first to the last entry of `since` (inclusive) to `until` (exclusive), ' +
      'without gaps in the chain. `npm run verify-audit` verifies it; docs/audit-format.md describes the format.',
    access: 'audit_log:read',
    transaction: false,
    query: z.strictObject({ since: instant.optional(), until: instant.optional() }),
    success: [200, z.string(), 'application/x-ndjson'],
    errors: ['rate_limited'],
    async handle({ query, principal, services, request, response, signal }) {
      await runExport({ principal, services, signal }, async (tenant, limits) => {
        response.setHeader('Content-Type', 'application/x-ndjson');
        response.setHeader('Content-Disposition', 'attachment; filename="audit-log.ndjson"');
        await streamLines(request, response, {
          header: '',
          pages: linesOf(tenant, query, services.configuration.auditSigningKeys ?? []),
          text: (lines) => lines.map((line) => `${line}\n`).join(''),
          limits,
        });
      });
    },
  }),
  operation({
    id: 'listAuditKeys',
    method: 'GET',
    path: '/audit-keys',
    tag: 'Meta',
    summary: 'List the public keys that verify exports of the audit log',
    description:
      'Needs no credential. Keep them: a key that verified an earlier export shows that a later one is of the same installation. ' +
      'Empty when the installation does not sign exports.',
    access: 'public',
    success: [
      200,
      z
        .object({
          items: z.array(
            z
              .object({
                id: z.string(),
                algorithm: z.literal('Ed25519').describe('Algorithm of the signatures, of RFC 8032'),
                public_key: z.string().describe('SubjectPublicKeyInfo in PEM'),
              })
              .meta({ id: 'AuditKey' }),
          ),
        })
        .meta({ id: 'AuditKeys' }),
    ],
    async handle({ services }) {
      const keys = auditKeysOf(services.configuration.auditSigningKeys ?? []);
      return {
        items: keys.map(({ id, publicKey }) => ({
          id,
          algorithm: 'Ed25519' as const,
          public_key: publicKey,
        })),
      };
    },
  }),
];

async function* linesOf(
  tenant: Tenant,
  range: { readonly since?: Date | undefined; readonly until?: Date | undefined },
  keys: readonly SecretKey[],
): AsyncGenerator<readonly string[], void, undefined> {
  let first: SealedEntry | undefined;
  let last: SealedEntry | undefined;
  for await (const entries of exportAuditEntries(tenant, range)) {
    first ??= entries[0];
    last = entries.at(-1);
    yield entries.map(lineOf);
  }
  const head = await chainHeadOf(tenant);
  yield [
    signedLine(keys, {
      organization_id: tenant.organizationId,
      from:
        first === undefined
          ? null
          : { sequence: first.sequence, previous_hash: first.previousHash.toString('hex') },
      to: last === undefined ? null : placeOf(last),
      head: placeOf(head),
      at: new Date().toISOString(),
    }),
  ];
}

function lineOf(entry: SealedEntry): string {
  return JSON.stringify({
    ...placeOf(entry),
    previous_hash: entry.previousHash.toString('hex'),
    entry: entry.text,
  });
}

function placeOf({ sequence, hash }: { readonly sequence: number; readonly hash: Buffer }): object {
  return { sequence, hash: hash.toString('hex') };
}
