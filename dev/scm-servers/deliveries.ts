/** How a server delivers webhooks: at once, only when told (late, in any order, twice), or never. */
export type DeliveryMode = 'send' | 'hold' | 'drop';

export interface ServerDelivery {
  readonly id: number;
  /** The same for a redelivery. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly url: string;
  /** Headers without the signature, which is made for each attempt. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sign: (body: Buffer) => Readonly<Record<string, string>>;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly isRedelivery: boolean;
  deliveredAt: Date;
  /** HTTP status of the response; 0 while held, 502 when dropped or when nothing responds. */
  status: number;
}

export type NewServerDelivery = Omit<ServerDelivery, 'id' | 'isRedelivery' | 'deliveredAt' | 'status'>;

export interface Deliveries {
  mode: DeliveryMode;
  /** All deliveries, oldest first. */
  readonly all: readonly ServerDelivery[];
  /** Stores a delivery and, in mode `send`, waits for its response. */
  add(delivery: NewServerDelivery): Promise<ServerDelivery>;
  /** Sends a delivery, for example a held one; may be called several times. Returns the status of the response. */
  send(delivery: ServerDelivery): Promise<number>;
  /** Sends a new delivery with the guid and the body of an old one. */
  redeliver(id: number): Promise<ServerDelivery | undefined>;
}

const unreachableStatus = 502;
/** Source: GitHub, "Handling failed webhook deliveries"; GitLab.com has the same deadline. */
const deadlineMs = 10_000;

export function createDeliveries(): Deliveries {
  const all: ServerDelivery[] = [];
  const store = (delivery: NewServerDelivery, isRedelivery: boolean): ServerDelivery => {
    const stored = {
      ...delivery,
      id: 900_000_000 + all.length,
      isRedelivery,
      deliveredAt: new Date(),
      status: 0,
    };
    all.push(stored);
    return stored;
  };
  const deliveries: Deliveries = {
    mode: 'send',
    all,
    async add(given) {
      const delivery = store(given, false);
      if (deliveries.mode === 'send') await deliveries.send(delivery);
      if (deliveries.mode === 'drop') delivery.status = unreachableStatus;
      return delivery;
    },
    async send(delivery) {
      delivery.deliveredAt = new Date();
      delivery.status = await post(delivery);
      return delivery.status;
    },
    async redeliver(id) {
      const original = all.find((delivery) => delivery.id === id);
      if (original === undefined) return undefined;
      const delivery = store(original, true);
      await deliveries.send(delivery);
      return delivery;
    },
  };
  return deliveries;
}

async function post({ url, headers, body, sign }: ServerDelivery): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...sign(body) },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(deadlineMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return unreachableStatus;
  }
}
