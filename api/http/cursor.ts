import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { cursorMatches } from '../../domain/cursor.ts';
import type { CursorContent, CursorValue } from '../../domain/cursor.ts';
import type { SecretKey } from '../../runtime/configuration.ts';
import { parseUntrusted } from './request/parse-untrusted.ts';

export interface CursorCodec {
  encode(content: CursorContent): string;
  /**
   * Returns the position in the cursor.
   * @throws CatalogueError `validation_failed` for `cursor`, if its signature, organization or binding differs.
   */
  decode(cursor: string, organizationId: string, binding: string): readonly CursorValue[];
}

const signatureBytes = 16;

/** Creates signed cursors: `base64url(signature ‖ json)`. The first key signs; every key verifies. */
export function createCursorCodec(keys: readonly SecretKey[]): CursorCodec {
  const secrets = keys.map((key) => `cursor:${key.secret}`);
  return {
    encode(content) {
      const payload = Buffer.from(
        JSON.stringify([content.organizationId, digest(content.binding), content.position]),
      );
      return Buffer.concat([sign(secrets[0] ?? '', payload), payload]).toString('base64url');
    },
    decode: (cursor, organizationId, binding) =>
      parseUntrusted('cursor', () => {
        const bytes = Buffer.from(cursor, 'base64url');
        const signature = bytes.subarray(0, signatureBytes);
        const payload = bytes.subarray(signatureBytes);
        const valid =
          payload.length > 0 && secrets.some((secret) => timingSafeEqual(sign(secret, payload), signature));
        if (!valid) return undefined;
        const [organization, bindingDigest, position] = JSON.parse(payload.toString()) as [
          string,
          string,
          CursorValue[],
        ];
        const content = { organizationId: organization, binding: bindingDigest, position };
        return cursorMatches(content, organizationId, digest(binding)) ? position : undefined;
      }),
  };
}

function sign(secret: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest().subarray(0, signatureBytes);
}

/** Shortens a binding, so that cursors stay short. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
