import { randomUUID } from 'node:crypto';
import type { Protocol } from './identify-request.ts';

/** A response that the proxy sends without calling the emulator. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface AwsError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Status and error code with which services of this protocol deny access. */
export function deniedIn(protocol: Protocol): { status: number; code: string } {
  switch (protocol) {
    case 'ec2':
      return { status: 403, code: 'UnauthorizedOperation' };
    case 'query':
    case 'rest-xml':
      return { status: 403, code: 'AccessDenied' };
    case 'rest-json':
      return { status: 403, code: 'AccessDeniedException' };
    case 'json':
    case 'cbor':
      return { status: 400, code: 'AccessDeniedException' };
  }
}

/** Status and error code with which services of this protocol throttle. */
export function throttledIn(protocol: Protocol): { status: number; code: string } {
  switch (protocol) {
    case 'ec2':
      return { status: 503, code: 'RequestLimitExceeded' };
    case 'query':
    case 'rest-xml':
      return { status: 400, code: 'Throttling' };
    case 'rest-json':
      return { status: 429, code: 'TooManyRequestsException' };
    case 'json':
    case 'cbor':
      return { status: 400, code: 'ThrottlingException' };
  }
}

/** An error in the format of the request's protocol. */
export function errorResponse(protocol: Protocol, error: AwsError): ProxyResponse {
  const requestId = randomUUID();
  const retry: Record<string, string> = {
    ...error.headers,
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
  };
  const { status, code, message } = error;
  const xml = (body: string) => ({
    status,
    headers: { ...retry, 'content-type': 'text/xml', 'x-amzn-requestid': requestId },
    body,
  });
  const fields = `<Code>${code}</Code><Message>${escapeXml(message)}</Message>`;
  switch (protocol) {
    case 'ec2':
      return xml(
        `<Response><Errors><Error>${fields}</Error></Errors><RequestID>${requestId}</RequestID></Response>`,
      );
    case 'query':
      return xml(
        `<ErrorResponse><Error><Type>Sender</Type>${fields}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`,
      );
    case 'rest-xml':
      return xml(
        `<?xml version="1.0"?><ErrorResponse><Error><Type>Sender</Type>${fields}</Error>${fields}<RequestId>${requestId}</RequestId></ErrorResponse>`,
      );
    case 'cbor':
      return {
        status,
        headers: {
          ...retry,
          'content-type': 'application/cbor',
          'smithy-protocol': 'rpc-v2-cbor',
          'x-amzn-requestid': requestId,
        },
        body: cborMap({ __type: code, message }),
      };
    case 'json':
    case 'rest-json':
      return jsonResponse({ __type: code, message }, status, { ...retry, 'x-amzn-errortype': code });
  }
}

export function jsonResponse(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): ProxyResponse {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}

export function xmlResponse(body: string): ProxyResponse {
  return { status: 200, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': randomUUID() }, body };
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Encodes a CBOR map (RFC 8949) of fewer than 24 short strings, which is enough for errors. */
function cborMap(values: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(values);
  const parts = entries.flatMap(([key, value]) => [cborText(key), cborText(value)]);
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...parts]);
}

function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = bytes.length < 24 ? [0x60 | bytes.length] : [0x79, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
