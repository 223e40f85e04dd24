import { AsyncLocalStorage } from 'node:async_hooks';
import { SignatureV4 } from '@smithy/signature-v4';
import type { SignatureV4CryptoInit, SignatureV4Init } from '@smithy/signature-v4';
import type { AwsCredentials } from './assume-role.ts';

const current = new AsyncLocalStorage<AwsCredentials>();

/** Runs a call of a client with the configuration {@link credentialsOfCall}. The SDK signs it with these credentials. */
export function callWithCredentials<T>(credentials: AwsCredentials, call: () => Promise<T>): Promise<T> {
  return current.run(credentials, call);
}

/** @throws Error outside of {@link callWithCredentials}, so that no call is signed with the credentials of another one. */
function ofCurrentCall(): AwsCredentials {
  const credentials = current.getStore();
  if (credentials === undefined) throw new Error('The call to AWS has no credentials');
  return credentials;
}

/**
 * Signs with the credentials of the current call. The SDK creates it with the parameters of the service and passes its own
 * provider of credentials, which some versions cache; it is not used.
 */
class SignerOfCall extends SignatureV4 {
  constructor(init: SignatureV4Init & SignatureV4CryptoInit) {
    super({ ...init, credentials: () => Promise.resolve(ofCurrentCall()) });
  }
}

/**
 * Returns the access key id of the current call without its secret, so that nothing but {@link SignerOfCall} can sign. The
 * SDK uses the id as the key of the endpoints that it has discovered (Timestream). `memoized` tells the SDK not to cache the
 * result. Source: `AwsSdkSigV4Memoized` in @aws-sdk/core.
 */
const identityOfCall = Object.assign(
  () => Promise.resolve({ accessKeyId: ofCurrentCall().accessKeyId, secretAccessKey: '' }),
  { memoized: true },
);

/**
 * Configuration of an SDK client that roles share. The client keeps no credentials: every call has its own, see
 * {@link callWithCredentials}. The client of S3 would keep sessions of directory buckets by the bucket's name, for all
 * roles, so it must not create them; other clients ignore these two options.
 */
export const credentialsOfCall = {
  credentials: identityOfCall,
  signerConstructor: SignerOfCall,
  disableS3ExpressSessionAuth: true,
  s3ExpressIdentityProvider: {
    getS3ExpressIdentity: () => Promise.reject(new Error('Sessions of directory buckets are not supported')),
  },
} as const;
