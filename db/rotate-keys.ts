import '../runtime/check-node.mjs';
import { readConfiguration } from '../runtime/configuration.ts';
import { createLogger } from '../runtime/logger.ts';
import { runProcess } from '../runtime/run-process.ts';
import { createEncryption, createLocalKeys } from './encryption.ts';
import { rewrapSecrets } from './rewrap-secrets.ts';
import { openDatabase } from './tenant.ts';

/** `npm run rotate-keys` re-encrypts every data key with the first of ENCRYPTION_KEYS. The others can then be removed. */
await runProcess(async () => {
  const configuration = readConfiguration(process.env);
  const logger = createLogger('rotate-keys', configuration.logLevel);
  const { databaseUrl: url, databaseAppUrl: appUrl } = configuration;
  const database = openDatabase({ url, appUrl, poolSize: 2 });
  try {
    const keys = createLocalKeys(configuration.encryptionKeys);
    const changed = await rewrapSecrets(database, createEncryption(keys), keys.keyId);
    logger.info({ key_id: keys.keyId, changed }, 'data keys re-encrypted with the current key');
  } finally {
    await database.close();
  }
});
