import { z } from 'zod';
import {
  confidences,
  relationshipDirections,
  relationshipStatuses,
  relationshipTypes,
} from '../../../domain/values.ts';
import {
  countResourceRelationships,
  listApplicationRelationships,
  listResourceRelationships,
} from '../../../db/graph/read/relationship-read-model.ts';
import { accountOf, entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, named, oneOrMore, asValues } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const getRelationshipsTool = defineTool({
  name: 'get_relationships',
  description:
    'Lists the direct relationships of a resource, or of the members of an `application` with others, with the resources at ' +
    'their other ends. `direction` is seen from the resource: `outgoing` leads to resources that it uses, `incoming` comes from resources that use it.',
  permission: 'graph:read',
  parameters: z
    .strictObject({
      resource: named('The resource').optional(),
      application: named('The application').optional(),
      relationship_type: oneOrMore(z.enum(relationshipTypes)),
      direction: oneOrMore(z.enum(relationshipDirections)),
      confidence: oneOrMore(z.enum(confidences)),
      status: oneOrMore(z.enum(relationshipStatuses)).describe('Default: active'),
      ...paging,
      count_only: countOnly,
    })
    .refine(
      ({ resource, application }) => (resource === undefined) !== (application === undefined),
      'needs either resource or application',
    ),
  async run(context, args) {
    const { tenant } = context;
    const { application } = args;
    const subject = await (application === undefined
      ? resolveRecordName(context, 'resource', args.resource ?? '')
      : resolveRecordName(context, 'application', application));
    const listed = application === undefined ? listResourceRelationships : listApplicationRelationships;
    const filter = {
      types: asValues(args.relationship_type),
      directions: asValues(args.direction),
      confidences: asValues(args.confidence),
      statuses: asValues(args.status) ?? ['active'],
    };
    return listResult(context, args, {
      total: application === undefined ? await countResourceRelationships(tenant, subject.id, filter) : null,
      subject,
      async rows(maximum) {
        const relationships = await listed(tenant, subject.id, filter, maximum, undefined);
        const accountName = await nameLookup(
          context,
          'account',
          relationships.map(({ peer }) => peer?.awsAccountId ?? null),
        );
        return relationships.map(({ peer, ...relationship }) =>
          toolRow(
            // A node outside of the inventory has no record: its row cites the resource.
            peer?.entityType === 'resource' ? entityOf('resource', peer.id, peer.name) : subject,
            {
              name: peer?.name,
              relationship_type: relationship.relationshipType,
              direction: relationship.direction,
              resource_type: peer?.resourceType,
              region: peer?.region,
              account: peer === undefined ? null : accountOf(peer, accountName),
              in_inventory: peer?.entityType === 'resource',
              confidence: relationship.confidence,
              status: relationship.status,
              last_observed_at: timeText(relationship.lastObservedAt),
            },
            structural,
          ),
        );
      },
    });
  },
});

const structural = [
  'relationship_type',
  'direction',
  'resource_type',
  'region',
  'in_inventory',
  'confidence',
  'status',
  'last_observed_at',
];
