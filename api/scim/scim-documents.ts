import { errors } from '../../domain/errors.ts';
import { scimNameParts } from '../../domain/scim/scim-user.ts';
import type { Services } from '../services.ts';
import { maximumScimPage } from './scim-list.ts';
import type { ScimRoute } from './scim-route.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** The names of the schemas of RFC 7643. */
export const scimSchemas = { user: `${core}:User`, group: `${core}:Group` } as const;

type Place = 'Users' | 'Groups' | 'Schemas' | 'ResourceTypes';

/** The address that is entered at a directory. */
export function scimBaseUrl({ configuration }: Pick<Services, 'configuration'>): string {
  return `${configuration.publicUrl}/scim/v2`;
}

export function scimLocationOf(services: Pick<Services, 'configuration'>, place: Place, id: string): string {
  return `${scimBaseUrl(services)}/${place}/${id}`;
}

type Document = Readonly<Record<string, unknown>>;

/** The requests about the service itself. Source: RFC 7644, section 4; RFC 7643, sections 5 to 7. */
export const scimDocumentRoutes: readonly ScimRoute[] = [
  {
    method: 'GET',
    path: '/ServiceProviderConfig',
    reads: true,
    handle: ({ services }) => Promise.resolve({ status: 200, body: providerConfiguration(services) }),
  },
  ...collectionRoutes('ResourceTypes', [
    resourceType('User', 'Users', scimSchemas.user, 'User Account'),
    resourceType('Group', 'Groups', scimSchemas.group, 'Group'),
  ]),
  ...collectionRoutes('Schemas', [
    schema(scimSchemas.user, 'User', 'User Account', [
      attribute('userName', 'The email address of the user', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'The id of the user at the directory', { caseExact: true }),
      attribute('displayName', 'The name that people see'),
      attribute('name', 'The parts of the name', {
        type: 'complex',
        subAttributes: scimNameParts.map((name) => attribute(name, `The part ${name}`)),
      }),
      attribute('active', 'Whether the user can sign in', { type: 'boolean' }),
      attribute('emails', 'Email addresses', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The address'),
          attribute('type', 'Its use', { canonicalValues: ['work', 'home', 'other'] }),
          attribute('display', 'A name of the address'),
          attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
        ],
      }),
      attribute('groups', 'The groups of the user', {
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [
          attribute('value', 'The id of the group', { mutability: 'readOnly', caseExact: true }),
          attribute('$ref', 'The URL of the group', {
            type: 'reference',
            referenceTypes: ['Group'],
            mutability: 'readOnly',
          }),
          attribute('display', 'The name of the group', { mutability: 'readOnly' }),
          attribute('type', 'The kind of membership', {
            mutability: 'readOnly',
            canonicalValues: ['direct'],
          }),
        ],
      }),
    ]),
    schema(scimSchemas.group, 'Group', 'Group', [
      attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'The id of the group at the directory', { caseExact: true }),
      attribute('members', 'The users in the group', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The id of the user', { mutability: 'immutable', caseExact: true }),
          attribute('$ref', 'The URL of the user', {
            type: 'reference',
            referenceTypes: ['User'],
            mutability: 'immutable',
          }),
          attribute('display', 'The name of the user', { mutability: 'readOnly' }),
          attribute('type', 'The kind of the member', { mutability: 'immutable', canonicalValues: ['User'] }),
        ],
      }),
    ]),
  ]),
];

/** The list of some documents, and each by its id. */
function collectionRoutes(
  place: 'ResourceTypes' | 'Schemas',
  documents: readonly (Document & { readonly id: string })[],
): readonly ScimRoute[] {
  const present = (services: Services, { id, ...document }: Document & { readonly id: string }) => ({
    ...document,
    id,
    meta: { resourceType: place.slice(0, -1), location: scimLocationOf(services, place, id) },
  });
  return [
    {
      method: 'GET',
      path: `/${place}`,
      reads: true,
      async handle({ services, query }) {
        // Source: RFC 7644, section 4: a filter of these lists is 403.
        if (query['filter'] !== undefined) throw errors.forbidden('This list cannot be filtered.');
        const resources = documents.map((document) => present(services, document));
        return {
          status: 200,
          body: {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
            totalResults: resources.length,
            startIndex: 1,
            itemsPerPage: resources.length,
            Resources: resources,
          },
        };
      },
    },
    {
      method: 'GET',
      path: `/${place}/{name}`,
      reads: true,
      async handle({ services, name }) {
        const document = documents.find(({ id }) => id === name);
        if (document === undefined) throw errors.notFound();
        return { status: 200, body: present(services, document) };
      },
    },
  ];
}

function providerConfiguration(services: Services): Document {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maximumScimPage },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API token',
        description: 'An API token with the permission scim in the header Authorization: Bearer',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${scimBaseUrl(services)}/ServiceProviderConfig`,
    },
  };
}

function resourceType(
  name: string,
  place: 'Users' | 'Groups',
  schemaName: string,
  description: string,
): Document & { readonly id: string } {
  return {
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${place}`,
    description,
    schema: schemaName,
    schemaExtensions: [],
  };
}

function schema(
  id: string,
  name: string,
  description: string,
  attributes: readonly Document[],
): Document & { readonly id: string } {
  return { schemas: [`${core}:Schema`], id, name, description, attributes };
}

function attribute(name: string, description: string, characteristics: Document = {}): Document {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...characteristics,
  };
}
