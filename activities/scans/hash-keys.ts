import { createHmac } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';

export function createHashKeys({
  configuration,
}: Dependencies): (organizationId: string) => Promise<Uint8Array> {
  const [key] = configuration.encryptionKeys;
  return (organizationId) =>
    Promise.resolve(
      createHmac('sha256', key?.secret ?? '')
        .update(organizationId)
        .digest(),
    );
}
