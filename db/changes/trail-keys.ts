import { createHmac } from 'node:crypto';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/**
 * Hashes identifiers of CloudTrail events in SQL. Only hashes are stored, because the parameters of an event may contain
 * secrets; they are compared with the hashes of the identifiers of resources.
 */
export interface TrailKeys {
  /** Returns the SQL expression of the HMAC-SHA-256, in hex, of a text expression. */
  hash(text: Sql): Sql;
}

const blockBytes = 64;
const innerByte = 0x36;
const outerByte = 0x5c;

/**
 * Returns the hash function of an organization: equal identifiers have equal hashes only within the organization.
 *
 * Postgres has no HMAC without pgcrypto, so the expression computes it from SHA-256 as RFC 2104 defines it. The key is
 * derived from the organization's key: Postgres never receives the key that hashes secrets of configurations.
 */
export function createTrailKeys(secretHashKey: Uint8Array): TrailKeys {
  const key = createHmac('sha256', secretHashKey).update('cloudtrail identifiers').digest();
  const block = Buffer.concat([key, Buffer.alloc(blockBytes - key.length)]);
  const inner = Buffer.from(block.map((byte) => byte ^ innerByte));
  const outer = Buffer.from(block.map((byte) => byte ^ outerByte));
  return {
    hash: (text) =>
      sql`encode(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${text}, 'UTF8'))), 'hex')`,
  };
}
