import type { PortRange } from './port-ranges.ts';

/** Address families of the internet. */
export const addressFamilies = ['v4', 'v6'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

/** Ports that a security group opens to the internet. */
export type OpenPorts = Readonly<Record<AddressFamily, readonly PortRange[]>>;

/** A network interface, or the part of a resource that stands for one. */
export interface InterfaceFact {
  readonly id?: string;
  readonly vpc?: string;
  readonly subnet?: string;
  readonly groups: readonly string[];
  /** Families in which the interface has an address of the internet. */
  readonly families: readonly AddressFamily[];
}

/** A statement of a resource policy that allows everyone. */
export interface OpenStatement {
  readonly sid?: string;
  readonly index: number;
  /** Keys of conditions that may admit fewer callers. */
  readonly conditions: readonly string[];
}

export interface AclEntry {
  readonly number: number;
  readonly egress: boolean;
  readonly allows: boolean;
  readonly family: AddressFamily;
  readonly ports: readonly PortRange[];
}

/**
 * The part of a configuration that exposure depends on. Ids are native ids, so that the facts of a resource do not change with other
 * resources.
 */
export type ExposureFact =
  | { readonly kind: 'gateway' }
  | {
      readonly kind: 'routes';
      readonly vpc: string;
      readonly main: boolean;
      readonly subnets: readonly string[];
      /** The internet gateway of the default route of each family. */
      readonly gateways: Readonly<Partial<Record<AddressFamily, string>>>;
    }
  | { readonly kind: 'subnet'; readonly vpc: string }
  | {
      readonly kind: 'acl';
      readonly vpc: string;
      readonly main: boolean;
      readonly subnets: readonly string[];
      /** Entries for ranges that admit the internet, in the order of their numbers. */
      readonly entries: readonly AclEntry[];
    }
  | {
      readonly kind: 'group';
      readonly open: OpenPorts;
      /** Ports that are open to any other address or list of addresses. */
      readonly inner: readonly PortRange[];
      /** Ports that are open to interfaces of other security groups. */
      readonly peers: readonly { readonly group: string; readonly ports: readonly PortRange[] }[];
    }
  | (InterfaceFact & {
      readonly kind: 'interface';
      readonly instance?: string;
      /** `<vpc>/<address>`: targets of load balancers name addresses. */
      readonly addresses: readonly string[];
      /** A service made the interface for one of its own resources, which is exposed in its place. */
      readonly managed: boolean;
    })
  | { readonly kind: 'instance'; readonly interfaces: readonly InterfaceFact[] }
  | {
      readonly kind: 'balancer';
      readonly key: string;
      readonly internet: boolean;
      readonly vpc?: string;
      readonly subnets: readonly string[];
      /** Absent: the load balancer has no security groups, and every port of its listeners is open. */
      readonly groups?: readonly string[];
      readonly families: readonly AddressFamily[];
      /** Of a classic load balancer. */
      readonly ports: readonly PortRange[];
      readonly instances: readonly string[];
    }
  | {
      readonly kind: 'listener';
      readonly key: string;
      readonly balancer: string;
      readonly ports: readonly PortRange[];
      readonly targets: readonly string[];
    }
  | { readonly kind: 'rule'; readonly listener: string; readonly targets: readonly string[] }
  | {
      readonly kind: 'targets';
      readonly key: string;
      readonly balancers: readonly string[];
      readonly type: string;
      readonly vpc?: string;
      readonly members: readonly { readonly id: string; readonly ports: readonly PortRange[] }[];
    }
  | {
      readonly kind: 'endpoint';
      readonly public: boolean;
      readonly vpc?: string;
      readonly subnets: readonly string[];
      /** Name of the subnet group that lists the subnets. */
      readonly subnetGroup?: string;
      readonly groups: readonly string[];
      readonly ports: readonly PortRange[];
    }
  | { readonly kind: 'subnet_group'; readonly name: string; readonly subnets: readonly string[] }
  | { readonly kind: 'policy'; readonly statements: readonly OpenStatement[]; readonly key?: string }
  | {
      readonly kind: 'bucket';
      readonly statements: readonly OpenStatement[];
      readonly acl: boolean;
      readonly blocksPolicy: boolean;
      readonly blocksAcl: boolean;
    }
  | { readonly kind: 'bucket_block'; readonly blocksPolicy: boolean; readonly blocksAcl: boolean }
  | { readonly kind: 'share'; readonly snapshot: boolean; readonly shared: boolean }
  | { readonly kind: 'snapshot_block' }
  | { readonly kind: 'function_url'; readonly function: string }
  | { readonly kind: 'api'; readonly id: string; readonly internet: boolean; readonly policy?: boolean }
  | { readonly kind: 'api_method'; readonly api: string; readonly key: boolean }
  | { readonly kind: 'api_stage'; readonly api: string; readonly key?: string; readonly waf: boolean }
  | { readonly kind: 'waf'; readonly resource: string }
  | { readonly kind: 'vpc_block' }
  | { readonly kind: 'vpc_block_exclusion'; readonly vpc?: string; readonly subnet?: string }
  | { readonly kind: 'public_api_server'; readonly open: boolean };

export type ExposureFactKind = ExposureFact['kind'];
