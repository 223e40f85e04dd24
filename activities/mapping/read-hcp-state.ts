import { ScmError } from '../../clients/scm/scm-error.ts';
import { parseStateInThread } from '../../commands/mapping/parse/parse-state-in-thread.ts';
import { StateRejected } from '../../commands/mapping/parse/state-rejected.ts';
import {
  findHcpTerraformConnection,
  openHcpTerraformToken,
} from '../../db/mapping/states/hcp-terraform-store.ts';
import type { StateSource } from '../../db/mapping/states/state-source.ts';
import { defined } from '../../domain/defined.ts';
import type { ParsedState } from '../../domain/mapping/state-entry.ts';
import type { Dependencies } from '../dependencies.ts';
import type { StateObjectRead } from './read-state-object.ts';
import { stateFaultOf } from './state-fault-of.ts';
import { StateSyncError } from './state-sync-error.ts';

/** Stands for the state of a workspace that was never applied. */
const emptyState: ParsedState = {
  version: 4,
  serial: 0,
  lineage: '',
  malformedAddresses: 0,
  withoutAws: false,
  entries: [],
};
const idOfEmptyState = 'none';

type ReadDependencies = Pick<
  Dependencies,
  'configuration' | 'database' | 'documents' | 'encryption' | 'hcpTerraform'
>;

export interface HcpStateToRead {
  readonly organizationId: string;
  readonly source: StateSource;
  /** The id of the state version of the last read. */
  readonly knownEtag?: string;
  /** Called before the state is parsed. */
  readonly onChanged: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Reads and parses the current state of a workspace of HCP Terraform. @throws StateSyncError. */
export async function readHcpState(
  { configuration, database, documents, encryption, hcpTerraform }: ReadDependencies,
  { organizationId, source, knownEtag, onChanged, signal }: HcpStateToRead,
): Promise<StateObjectRead<ParsedState>> {
  const { hcpConnectionId = '', externalId = '' } = source;
  const access = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findHcpTerraformConnection(tenant, hcpConnectionId);
    if (connection === undefined)
      throw new StateSyncError('access_denied', 'The connection with HCP Terraform was deleted.');
    const { hostname, organizationName: organization } = connection;
    return { hostname, organization, token: await openHcpTerraformToken(tenant, encryption, connection) };
  });
  const maximumMegabytes = configuration.stateMaxMegabytes;
  try {
    const state = await hcpTerraform.open(access).findState(externalId);
    const etag = state.status === 'none' ? idOfEmptyState : state.id;
    if (etag === knownEtag) return { status: 'unchanged', region: '' };
    await onChanged();
    if (state.status === 'none') return { status: 'read', result: emptyState, etag, bytes: 0, region: '' };
    if (state.bytes !== undefined && state.bytes > maximumMegabytes * 1024 * 1024)
      throw new StateRejected('too_large', `The state is larger than ${maximumMegabytes} MB (STATE_MAX_MB).`);
    let bytes = 0;
    const chunks = countBytes(state.download(), (length) => (bytes += length));
    const result = await parseStateInThread(documents, organizationId, { chunks, maximumMegabytes }, signal);
    return { status: 'read', result, etag, bytes, ...defined({ modifiedAt: state.createdAt }), region: '' };
  } catch (error) {
    if (error instanceof StateRejected)
      throw new StateSyncError(error.problem, error.message, { cause: error });
    if (error instanceof ScmError)
      throw new StateSyncError(stateFaultOf(error), sentenceOf(error), { cause: error });
    throw error;
  }
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    count(chunk.byteLength);
    yield chunk;
  }
}

function sentenceOf({ fault, message }: ScmError): string {
  return fault === 'not_found'
    ? 'The token does not see the workspace or its state, or the workspace was deleted.'
    : message;
}
