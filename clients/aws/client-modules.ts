import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepUnmodeledMembers } from './keep-unmodeled-members.ts';
import type { MiddlewareStack, ProtocolConfiguration } from './keep-unmodeled-members.ts';

/** The part of an SDK client that this product uses. */
export interface SdkClient {
  send(command: object, options?: { abortSignal?: AbortSignal }): Promise<object>;
}
export interface SdkModule {
  /** Creates a client that keeps the members of responses that it does not know, see {@link keepUnmodeledMembers}. */
  createClient(configuration: object): SdkClient;
  createCommand(operation: string, input: object): object;
}

interface ConfiguredClient extends SdkClient {
  readonly middlewareStack: MiddlewareStack;
  readonly config: ProtocolConfiguration;
}

const loaded = new Map<string, Promise<SdkModule>>();

/**
 * Loads the SDK package of a service at its first use: all packages take seconds, so only workers preload them. The import is
 * not a literal, so that the type checker does not read a hundred packages. A test loads every declared operation.
 * @throws TypeError when no such package, or no client in it, exists.
 */
export function loadSdkModule(client: string): Promise<SdkModule> {
  const known = loaded.get(client);
  if (known) return known;
  const loading = load(client);
  loaded.set(client, loading);
  loading.catch(() => loaded.delete(client));
  return loading;
}

/**
 * Loads the SDK packages one after the other, with turns of the event loop between them: the largest takes a third of a
 * second. A scan would load them while its calls wait. Ignores packages that cannot be loaded: the first call reports it.
 */
export async function preloadSdkModules(packages: Iterable<string>, signal: AbortSignal): Promise<void> {
  for (const client of packages) {
    if (signal.aborted) return;
    await loadSdkModule(client).catch(() => undefined);
    await nextTurn();
  }
}

async function load(client: string): Promise<SdkModule> {
  if (!/^[a-z0-9-]+$/.test(client)) throw new TypeError(`Invalid name of an AWS client: ${client}`);
  const exported = (await import(`@aws-sdk/client-${client}`)) as Readonly<Record<string, unknown>>;
  const Client = Object.entries(exported).find(([name]) => /^[A-Za-z0-9]+Client$/.test(name))?.[1];
  if (!isConstructor<ConfiguredClient>(Client)) throw new TypeError(`AWS package ${client} has no client`);
  return {
    createClient(configuration) {
      const created = new Client(configuration);
      keepUnmodeledMembers(client, created.middlewareStack, created.config);
      return created;
    },
    createCommand(operation, input) {
      const Command = exported[`${operation}Command`];
      if (!isConstructor<object>(Command)) throw new TypeError(`AWS package ${client} has no ${operation}`);
      return new Command(input);
    },
  };
}

function isConstructor<T>(value: unknown): value is new (input: object) => T {
  return typeof value === 'function';
}
