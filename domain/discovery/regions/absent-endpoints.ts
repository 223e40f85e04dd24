/**
 * Returns whether AWS has no endpoint with this host name, because the service does not exist in the region. Returns false for
 * a service or region that the table does not know. The table can lack a new endpoint: so it explains a host name that
 * cannot be resolved, and never prevents a call.
 */
export function isAbsentEndpoint(host: string): boolean {
  const [, prefix = '', region = ''] =
    /^([a-z\d.-]{1,100}?)\.([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.exec(
      host,
    ) ?? [];
  return Object.hasOwn(absentIn, prefix) && (absentIn[prefix] ?? '').split(' ').includes(region);
}

/**
 * Endpoint prefix of a service → regions of `awsRegions` without an endpoint of the service. The clients of the AWS SDK for
 * JavaScript have rules that compute an endpoint for any region, and no list of regions per service. Source: the endpoints of
 * botocore 1.43.11 (`botocore/data/endpoints.json`), services with an API model and regional endpoints.
 */
const absentIn: Readonly<Record<string, string>> = {
  'agreement-marketplace':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  airflow: 'ap-east-2 ap-southeast-6 mx-central-1 us-gov-east-1 us-gov-west-1',
  amplify:
    'af-south-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  amplifybackend:
    'af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  amplifyuibuilder:
    'af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  aoss: 'af-south-1 ap-east-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1',
  'api.detective':
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 me-central-1 mx-central-1 cn-north-1 cn-northwest-1',
  'api.ecr-public':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'api.iotdeviceadvisor':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'api.iotwireless':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'api.mediatailor':
    'ap-east-1 ap-east-2 ap-southeast-3 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-south-1 mx-central-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'api.pricing':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 us-gov-east-1 us-gov-west-1',
  'api.tunneling.iot':
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 mx-central-1',
  'app-integrations':
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  appflow:
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  applicationinsights: 'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 mx-central-1',
  appmesh:
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 me-central-1 mx-central-1 us-gov-east-1 us-gov-west-1',
  apprunner:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  appstream2:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 me-central-1 me-south-1 mx-central-1 us-west-1 cn-north-1 cn-northwest-1',
  appsync: 'ap-east-2 ap-southeast-6 mx-central-1 us-gov-east-1 us-gov-west-1',
  aps: 'ap-southeast-6 cn-north-1 cn-northwest-1',
  auditmanager:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'autoscaling-plans':
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1',
  'backup-gateway':
    'ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1',
  bedrock: 'ap-east-1 cn-north-1 cn-northwest-1',
  // Source: Amazon Bedrock user guide, "Supported Regions for Amazon Bedrock Agents"; botocore has no list for it.
  'bedrock-agent':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-north-1 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  braket:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  cases:
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  cassandra:
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 mx-central-1',
  'catalog.marketplace':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  cleanrooms:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  cloud9:
    'ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 me-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  clouddirectory:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  cloudhsm:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1',
  cloudhsmv2: 'ap-east-2 ap-southeast-4 cn-north-1 cn-northwest-1',
  cloudsearch:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 us-east-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'cloudtrail-data':
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  codeartifact:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  codebuild: 'ap-east-2 ca-west-1 mx-central-1',
  codecommit:
    'ap-east-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 mx-central-1',
  'codeguru-profiler':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'codeguru-reviewer':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  codepipeline: 'ap-east-2 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1',
  'codestar-connections':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-west-1',
  'codestar-notifications':
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'cognito-identity': 'cn-northwest-1',
  'cognito-idp': 'cn-north-1 cn-northwest-1',
  'cognito-sync':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  comprehend:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  comprehendmedical:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'compute-optimizer': 'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1',
  connect:
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'connect-campaigns':
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'contact-lens':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  controltower: 'cn-north-1 cn-northwest-1',
  'cost-optimization-hub':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  cur: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 us-gov-east-1 us-gov-west-1',
  'data-ats.iot':
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 mx-central-1',
  'data.jobs.iot':
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 il-central-1 mx-central-1',
  'data.mediastore':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  databrew:
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 us-gov-east-1',
  dataexchange:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  datapipeline:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  dax: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 il-central-1 me-central-1 me-south-1 mx-central-1 us-gov-east-1 us-gov-west-1',
  devicefarm:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'devops-guru':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  discovery:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  drs: 'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1 cn-north-1 cn-northwest-1',
  ds: 'ap-east-2 ap-southeast-6',
  'edge.sagemaker':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  elasticbeanstalk: 'ap-east-2 mx-central-1',
  email:
    'ap-east-1 ap-east-2 ap-southeast-4 ap-southeast-6 ap-southeast-7 eu-south-2 mx-central-1 cn-north-1 cn-northwest-1',
  'emr-containers':
    'ap-east-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1',
  'entitlement.marketplace':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 us-gov-east-1 us-gov-west-1',
  finspace:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'finspace-api':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  forecast:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  forecastquery:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  frauddetector:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  gamelift:
    'ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1 us-gov-east-1 us-gov-west-1',
  geo: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  glacier:
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1',
  globalaccelerator: 'cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  grafana:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1',
  greengrass:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-northwest-1',
  groundstation:
    'ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 mx-central-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  healthlake:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'identity-chime':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'ingest.timestream':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  inspector:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 cn-north-1 cn-northwest-1',
  inspector2: 'ap-southeast-6',
  iot: 'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 mx-central-1',
  iotevents:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-northwest-1 us-gov-east-1',
  iotfleetwise:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  iotsitewise:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-northwest-1 us-gov-east-1',
  iotthingsgraph:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  iottwinmaker:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-northwest-1 us-gov-east-1',
  ivs: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  ivschat:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  ivsrealtime:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  kendra:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'kendra-ranking': 'eu-central-1 eu-west-2',
  kinesisvideo:
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 il-central-1 me-central-1 mx-central-1 us-west-1 cn-northwest-1',
  'license-manager-user-subscriptions': 'ap-southeast-6 cn-north-1 cn-northwest-1',
  lightsail:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  lookoutequipment:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  m2: 'ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1',
  machinelearning:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  macie2:
    'ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 me-central-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  managedblockchain:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1',
  'managedblockchain-query':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  marketplacecommerceanalytics:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'media-pipelines-chime':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  mediaconnect:
    'ap-east-2 ap-southeast-3 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  mediaconvert:
    'ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-south-1 mx-central-1 cn-north-1 us-gov-east-1',
  medialive:
    'af-south-1 ap-east-1 ap-east-2 ap-southeast-3 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-south-1 mx-central-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  mediapackage:
    'af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'mediapackage-vod':
    'af-south-1 ap-east-1 ap-east-2 ap-southeast-3 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  mediapackagev2:
    'af-south-1 ap-east-1 ap-east-2 ap-southeast-3 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  mediastore:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'meetings-chime':
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1',
  'memory-db':
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 il-central-1 me-central-1 me-south-1 mx-central-1',
  'messaging-chime':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'metering.marketplace':
    'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1 cn-north-1',
  mgh: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  mgn: 'cn-north-1 cn-northwest-1',
  'migrationhub-orchestrator':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'migrationhub-strategy':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'models-v2-lex':
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'models.lex':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'nova-act':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  omics:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  osis: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  outposts:
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 cn-north-1 cn-northwest-1',
  'participant.connect':
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'partnercentral-channel':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  personalize:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  pinpoint:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  pipes:
    'ap-east-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 il-central-1 mx-central-1 us-gov-east-1 us-gov-west-1',
  polly:
    'ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-south-1 il-central-1 me-central-1 mx-central-1 cn-north-1 us-gov-east-1',
  profile:
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  proton:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'query.timestream':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  quicksight:
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 me-south-1 mx-central-1 us-west-1 cn-northwest-1',
  'rds-data':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'redshift-serverless': 'me-south-1',
  rekognition:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-west-3 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  resiliencehub:
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1',
  'resource-explorer-2': 'cn-north-1 cn-northwest-1',
  'route53-recovery-control-config':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  route53domains:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  rum: 'ap-east-2 ap-southeast-6 cn-north-1 cn-northwest-1',
  'runtime-v2-lex':
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  'runtime.lex':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  's3-control': 'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 mx-central-1',
  's3-outposts':
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 me-central-1 mx-central-1 cn-north-1 cn-northwest-1',
  'sagemaker-geospatial':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  schemas:
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 il-central-1 mx-central-1',
  sdb: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 us-east-2 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  securitylake:
    'af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1',
  serverlessrepo:
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 mx-central-1',
  servicecatalog: 'ap-east-2 ap-southeast-5 ap-southeast-7 mx-central-1',
  'servicecatalog-appregistry':
    'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 mx-central-1 cn-north-1 cn-northwest-1',
  signer:
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 il-central-1 me-central-1 mx-central-1',
  simspaceweaver:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1',
  'sms-voice': 'ap-east-1 ap-southeast-5 ap-southeast-7 cn-north-1 cn-northwest-1',
  snowball:
    'ap-east-2 ap-south-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-2 me-south-1 mx-central-1',
  'ssm-contacts':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'ssm-incidents':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'ssm-quicksetup':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'ssm-sap':
    'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  support:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2 cn-north-1 cn-northwest-1 us-gov-east-1',
  supportapp:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  textract:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 cn-north-1 cn-northwest-1',
  thinclient:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  tnb: 'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-west-1 eu-west-2 il-central-1 me-central-1 me-south-1 mx-central-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  transcribe:
    'ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-south-1 eu-south-2 il-central-1 me-central-1 mx-central-1',
  translate:
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 cn-north-1 cn-northwest-1 us-gov-east-1',
  trustedadvisor:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'voice-chime':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  voiceid:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'vpc-lattice':
    'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 il-central-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  'waf-regional': 'ap-east-2 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 mx-central-1',
  wellarchitected:
    'af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 mx-central-1 cn-north-1 cn-northwest-1',
  wisdom:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  workdocs:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  workmail:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
  workspaces:
    'ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 me-central-1 me-south-1 mx-central-1 us-west-1 cn-north-1',
  'workspaces-web':
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-west-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-3 il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-2 us-west-1 cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1',
};
