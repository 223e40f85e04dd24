import { createSocket } from 'node:dgram';

/** A DNS server on loopback that answers questions for TXT records. */
export interface DomainServer {
  /** `address:port`, as in `SSO_DNS_SERVERS`. */
  readonly address: string;
  /** The value of the TXT record by its name. A name with `undefined` fails; an unknown name does not exist. */
  readonly records: Map<string, string | undefined>;
  close(): Promise<void>;
}

const headerBytes = 12;
const codes = { none: 0, serverFailure: 2, nameError: 3 } as const;

export async function startDomainServer(port = 0): Promise<DomainServer> {
  const records = new Map<string, string | undefined>();
  const socket = createSocket('udp4');
  socket.on('message', (question, { port: from, address }) =>
    socket.send(answer(question, records), from, address),
  );
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Source: RFC 1035, section 4. */
function answer(message: Buffer, records: ReadonlyMap<string, string | undefined>): Buffer {
  const labels: string[] = [];
  let offset = headerBytes;
  for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  const question = message.subarray(headerBytes, offset + 5);
  const name = labels.join('.').toLowerCase();
  const value = records.get(name);
  const code = value !== undefined ? codes.none : records.has(name) ? codes.serverFailure : codes.nameError;
  const header = Buffer.alloc(headerBytes);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x84_00 + code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(value === undefined ? 0 : 1, 6);
  if (value === undefined) return Buffer.concat([header, question]);
  const text = Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
  const record = Buffer.alloc(headerBytes);
  record.writeUInt16BE(0xc0_0c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(1, 6);
  record.writeUInt16BE(text.length, 10);
  return Buffer.concat([header, question, record, text]);
}
