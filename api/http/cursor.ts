import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { cursorMatches } from '../../domain/cursor.ts';
import type { CursorContent, CursorValue } from '../../domain/cursor.ts';
import { errors } from '../../domain/errors.ts';
import type { SecretKey } from '../../runtime/configuration.ts';

export interface CursorCodec {
  encode(content: CursorContent): string;
  /** @throws CatalogueError `validation_failed` naming `cursor` unless it was made for this question. */
  decode(cursor: string, organizationId: string, binding: string): readonly CursorValue[];
}

const signatureBytes = 16;

/** Opaque, signed cursors: `base64url(signature ‖ json)`. The binding is kept as a hash to keep cursors short. */
export function createCursorCodec(keys: readonly SecretKey[]): CursorCodec {
  const secrets = keys.map((key) => `cursor:${key.secret}`);
  return {
    encode(content) {
      const payload = Buffer.from(
        JSON.stringify([content.organizationId, digest(content.binding), content.position]),
      );
      return Buffer.concat([sign(secrets[0] ?? '', payload), payload]).toString('base64url');
    },
    decode(cursor, organizationId, binding) {
      const bytes = Buffer.from(cursor, 'base64url');
      const signature = bytes.subarray(0, signatureBytes);
      const payload = bytes.subarray(signatureBytes);
      const genuine =
        payload.length > 0 && secrets.some((secret) => timingSafeEqual(sign(secret, payload), signature));
      if (!genuine) throw badCursor();
      const [organization, bound, position] = JSON.parse(payload.toString()) as [
        string,
        string,
        CursorValue[],
      ];
      const content = { organizationId: organization, binding: bound, position };
      if (!cursorMatches(content, organizationId, digest(binding))) throw badCursor();
      return position;
    },
  };
}

function sign(secret: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest().subarray(0, signatureBytes);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function badCursor(): Error {
  return errors.validationFailed('cursor', 'is not a cursor of this list');
}
