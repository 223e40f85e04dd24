/**
 * Prefixes of tags that AWS and controllers of Kubernetes write by themselves. Sources: AWS general reference ("aws:" is
 * reserved); the documentation of Elastic Beanstalk, EKS, Karpenter, the EBS CSI driver and the load balancer controller.
 */
const prefixes: readonly string[] = [
  'aws:',
  'elasticbeanstalk:',
  'kubernetes.io/',
  'k8s.io/',
  'eks:',
  'karpenter.',
  'karpenter.sh/',
  'ebs.csi.aws.com/',
  'elbv2.k8s.aws/',
  'ingress.k8s.aws/',
  'service.k8s.aws/',
  'AmazonECSManaged',
  'AmazonFSx',
  'AmazonDataZone',
];

/** Returns whether a service, and not the code, sets a tag. */
export function isServiceTag(key: string): boolean {
  return prefixes.some((prefix) => key.startsWith(prefix));
}
