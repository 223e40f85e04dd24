import { ScmError } from './scm-error.ts';

/**
 * Codes of Node for a certificate that is not valid, and for a server that does not speak TLS. Source: Node, "X509 certificate
 * error codes".
 */
const certificateCode =
  /^(CERT_|UNABLE_TO_(?:GET|VERIFY|DECRYPT)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|ERR_TLS_CERT_|ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH))/;

/**
 * @param error of a request
 * @throws ScmError `wrong_server` when the server has no certificate that is trusted for its name: another attempt has the
 *   same result
 */
export function rejectWrongCertificate(error: unknown): void {
  const code = codesOf(error).find(
    (found): found is string => typeof found === 'string' && certificateCode.test(found),
  );
  if (code !== undefined)
    throw new ScmError('wrong_server', `The certificate of the server is not trusted (${code}).`, {
      cause: error,
    });
}

/** The codes of an error, of its causes and of the errors that it aggregates. */
export function codesOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  const own = 'code' in error ? [error.code] : [];
  return [...own, ...codesOf(error.cause), ...inner.flatMap(codesOf)];
}
