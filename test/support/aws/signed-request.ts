import { createHash, createHmac } from 'node:crypto';

/** A request as the SDK passes it to its HTTP handler. */
export interface SdkRequest {
  readonly method: string;
  readonly hostname: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The signer of a request, from its header `authorization`. */
export interface Signer {
  readonly accessKeyId: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
  readonly signingService: string;
  readonly signature: string;
}

/** @throws Error when the request has no signature of version 4. */
export function signerOf(request: SdkRequest): Signer {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=\S+, Signature=([0-9a-f]{64})$/.exec(
      header(request, 'authorization'),
    );
  if (match === null) throw new Error(`No signature: ${header(request, 'authorization')}`);
  const [, accessKeyId = '', region = '', signingService = '', signature = ''] = match;
  const sessionToken = header(request, 'x-amz-security-token') || undefined;
  return { accessKeyId, sessionToken, region, signingService, signature };
}

/**
 * Computes the signature of a request with a secret access key. Source: IAM User Guide, "Create a signed AWS API request".
 * All services except S3 encode the path a second time.
 */
export function signatureOf(request: SdkRequest, secretAccessKey: string): string {
  const { region, signingService } = signerOf(request);
  const time = header(request, 'x-amz-date');
  const scope = `${time.slice(0, 8)}/${region}/${signingService}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, signingService))].join(
    '\n',
  );
  const key = [time.slice(0, 8), region, signingService, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

function canonicalRequest(request: SdkRequest, signingService: string): string {
  const names = /SignedHeaders=([^,]+)/.exec(header(request, 'authorization'))?.[1] ?? '';
  const headers = names.split(';').map((name) => `${name}:${header(request, name).trim()}\n`);
  const query = Object.entries(request.query ?? {})
    .flatMap(([name, value]) => [value ?? ''].flat().map((text) => `${encode(name)}=${encode(text)}`))
    .sort();
  const isS3 = signingService.startsWith('s3');
  const path = isS3 ? request.path : request.path.split('/').map(encode).join('/');
  const hash = header(request, 'x-amz-content-sha256') || sha256(bodyOf(request));
  return [request.method, path, query.join('&'), headers.join(''), names, hash].join('\n');
}

function bodyOf({ body }: SdkRequest): string | Uint8Array {
  if (body === undefined) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new Error('The body is a stream');
}

function header(request: SdkRequest, name: string): string {
  return Object.entries(request.headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

/** RFC 3986 encoding of all characters except unreserved ones. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
