import type { KeyObject } from 'node:crypto';
import type { Deliveries } from '../scm-servers/deliveries.ts';
import type { GithubModel } from './model.ts';

/** The App that is registered on the server. */
export interface GithubAppRegistration {
  readonly appId: string;
  readonly slug: string;
  readonly publicKey: KeyObject;
  readonly webhookSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** State and functions that the routes use. */
export interface GithubContext {
  readonly model: GithubModel;
  readonly app: GithubAppRegistration;
  readonly deliveries: Deliveries;
  /** Origin of web pages and, below `/api/v3`, of the API. */
  readonly origin: () => string;
  /** Origin of archives, another one than the API's as on github.com. */
  readonly archiveOrigin: () => string;
  /** Called after a request moved a branch. */
  readonly onPush: (repositoryId: number, branch: string, before: string | undefined) => Promise<void>;
}
