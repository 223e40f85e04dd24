import { readFileSync } from 'node:fs';
import type { TLSConfig } from '@temporalio/client';
import { defined } from '../domain/defined.ts';
import type { Configuration } from './configuration.ts';

type TemporalConfiguration = Pick<
  Configuration,
  | 'temporalAddress'
  | 'temporalTls'
  | 'temporalApiKey'
  | 'temporalTlsCa'
  | 'temporalTlsCert'
  | 'temporalTlsKey'
  | 'temporalTlsServerName'
>;

/** How a client or a worker connects to Temporal. */
export interface TemporalConnectionOptions {
  readonly address: string;
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
}

/**
 * Returns the address, the TLS settings and the API key of the Temporal server. Without a CA file the certificates of the
 * operating system are trusted.
 * @throws Error when a certificate or key file cannot be read
 */
export function temporalConnection(configuration: TemporalConfiguration): TemporalConnectionOptions {
  const { temporalAddress: address, temporalApiKey: apiKey } = configuration;
  const tls = tlsOf(configuration);
  return defined({ address, tls, apiKey });
}

function tlsOf(configuration: TemporalConfiguration): TLSConfig | undefined {
  const { temporalTlsCa: ca, temporalTlsCert: cert, temporalTlsKey: key } = configuration;
  const { temporalTls, temporalApiKey, temporalTlsServerName: serverName } = configuration;
  const given = [temporalApiKey, ca, cert, key, serverName];
  if (!temporalTls && given.every((value) => value === undefined)) return undefined;
  return {
    ...defined({ serverNameOverride: serverName }),
    ...(ca === undefined ? {} : { serverRootCACertificate: readFileSync(ca) }),
    ...(cert === undefined || key === undefined
      ? {}
      : { clientCertPair: { crt: readFileSync(cert), key: readFileSync(key) } }),
  };
}
