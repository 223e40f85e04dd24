import type { ServiceCollectors, TagSource } from '../declaration/collector.ts';

const tagsOf = (arn: string): TagSource => ({
  call: { operation: 'ListTagsForResource', input: { ResourceArn: `{${arn}}` }, result: 'Tags' },
});

export const globalAccelerator: ServiceCollectors = {
  service: 'globalaccelerator',
  client: 'global-accelerator',
  scope: 'global',
  // Source: API reference of Global Accelerator: "You must specify the US West (Oregon) Region".
  callRegions: { aws: 'us-west-2' },
  probe: { operation: 'ListAccelerators', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::GlobalAccelerator::Accelerator',
      title: 'Global accelerator',
      list: { operation: 'ListAccelerators', input: { MaxResults: 100 }, items: 'Accelerators[]' },
      nativeId: 'AcceleratorArn',
      arn: 'AcceleratorArn',
      name: 'Name',
      createdAt: 'CreatedTime',
      tags: tagsOf('AcceleratorArn'),
      volatile: ['Status', 'LastModifiedTime', 'Events'],
      notRead: 'Flow log settings, and custom routing accelerators.',
      terraform: ['aws_globalaccelerator_accelerator'],
    },
    {
      resourceType: 'AWS::GlobalAccelerator::Listener',
      title: 'Listener of a global accelerator',
      parent: 'AWS::GlobalAccelerator::Accelerator',
      list: {
        operation: 'ListListeners',
        input: { AcceleratorArn: '{AcceleratorArn}', MaxResults: 100 },
        items: 'Listeners[]',
      },
      fromParent: { AcceleratorArn: 'AcceleratorArn' },
      nativeId: 'ListenerArn',
      arn: 'ListenerArn',
      name: '{Protocol}:{PortRanges[].FromPort}',
      terraform: ['aws_globalaccelerator_listener'],
    },
    {
      resourceType: 'AWS::GlobalAccelerator::EndpointGroup',
      title: 'Endpoint group of a global accelerator',
      parent: 'AWS::GlobalAccelerator::Listener',
      list: {
        operation: 'ListEndpointGroups',
        input: { ListenerArn: '{ListenerArn}', MaxResults: 100 },
        items: 'EndpointGroups[]',
      },
      fromParent: { ListenerArn: 'ListenerArn' },
      nativeId: 'EndpointGroupArn',
      arn: 'EndpointGroupArn',
      name: 'EndpointGroupRegion',
      volatile: ['EndpointDescriptions[].HealthState', 'EndpointDescriptions[].HealthReason'],
      sets: { EndpointDescriptions: 'global-accelerator/latest/api/API_EndpointGroup' },
      terraform: ['aws_globalaccelerator_endpoint_group'],
    },
    {
      resourceType: 'AWS::GlobalAccelerator::CrossAccountAttachment',
      title: 'Cross-account attachment',
      list: {
        operation: 'ListCrossAccountAttachments',
        input: { MaxResults: 100 },
        items: 'CrossAccountAttachments[]',
      },
      nativeId: 'AttachmentArn',
      arn: 'AttachmentArn',
      name: 'Name',
      createdAt: 'CreatedTime',
      tags: tagsOf('AttachmentArn'),
      volatile: ['LastModifiedTime'],
      sets: {
        Principals: 'global-accelerator/latest/api/API_Attachment',
        Resources: 'global-accelerator/latest/api/API_Attachment',
      },
      terraform: [],
    },
  ],
};
