import type { AwsCall, ListCall } from '../../../domain/discovery/declaration/collector.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { JsonObject, MutableJson } from '../../../domain/json/json.ts';
import type { AwsCaller, AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { pageThrough } from './page-through.ts';

/** Makes the calls that the collectors of one service declare, in one account and region. Throws the SDK's errors. */
export class ServiceApi {
  readonly #caller: AwsCaller;
  readonly #client: string;
  readonly #region: string;

  /** @param client SDK client package of calls that name no other one */
  constructor(caller: AwsCaller, client: string, region: string) {
    this.#caller = caller;
    this.#client = client;
    this.#region = region;
  }

  /** Returns an API that makes the same calls and reports each of them. */
  reporting(onCall: () => void): ServiceApi {
    return new ServiceApi(reportCalls(this.#caller, onCall), this.#client, this.#region);
  }

  /** Returns the response as JSON. */
  async call(call: AwsCall, input: object): Promise<MutableJson> {
    return toJson(await this.#caller.call(this.#request(call, input)));
  }

  /** Yields every page of a list call. @throws PagingError when a response is truncated but has no new token. */
  pages(call: AwsCall & Pick<ListCall, 'page'>, input: object): AsyncGenerator<JsonObject> {
    return pageThrough(this.#caller, this.#request(call, input), call.page);
  }

  #request({ client = this.#client, operation }: AwsCall, input: object): AwsRequest {
    return { client, region: this.#region, operation, input };
  }
}

/** Returns a caller that reports each call, without its retries. */
export function reportCalls(caller: AwsCaller, onCall: () => void): AwsCaller {
  return {
    call(request) {
      onCall();
      return caller.call(request);
    },
  };
}
