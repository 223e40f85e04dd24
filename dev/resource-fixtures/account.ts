import type { EmulatedAccount } from './emulated-account.ts';
import type { EmulatedFixture, Fixtures } from './fixture.ts';

const user = (aws: EmulatedAccount): Promise<string> =>
  aws.once('user with keys', () => aws.text('iam', 'CreateUser', { UserName: 'ci' }, 'User.UserName'));

/** A setting of which every account has one. `set` changes it from its default. */
function setting(set?: (aws: EmulatedAccount) => Promise<object>): EmulatedFixture {
  return {
    async create(aws) {
      await set?.(aws);
      return { id: aws.awsAccountNumber, tags: false };
    },
  };
}

/** Credentials, and settings of an account. */
export const accountFixtures: Fixtures = {
  'AWS::IAM::AccessKey': {
    async create(aws) {
      const UserName = await user(aws);
      const id = await aws.text('iam', 'CreateAccessKey', { UserName }, 'AccessKey.AccessKeyId');
      return { id, name: id, tags: false };
    },
  },
  'AWS::IAM::LoginProfile': {
    async create(aws) {
      const UserName = await user(aws);
      await aws.call('iam', 'CreateLoginProfile', { UserName, Password: 'correct horse' });
      return { id: UserName, name: UserName, tags: false };
    },
  },
  'AWS::IAM::AccountAlias': {
    async create(aws) {
      const AccountAlias = `example-${aws.awsAccountNumber}`;
      await aws.call('iam', 'CreateAccountAlias', { AccountAlias });
      return { id: AccountAlias, name: AccountAlias, tags: false };
    },
  },
  'AWS::IAM::AccountPasswordPolicy': setting((aws) =>
    aws.call('iam', 'UpdateAccountPasswordPolicy', { MinimumPasswordLength: 14 }),
  ),
  'AWS::IAM::AccountSummary': setting(),
  'AWS::S3::AccountPublicAccessBlock': setting((aws) =>
    aws.call('s3-control', 'PutPublicAccessBlock', {
      AccountId: aws.awsAccountNumber,
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        IgnorePublicAcls: true,
        BlockPublicPolicy: true,
        RestrictPublicBuckets: true,
      },
    }),
  ),
  'AWS::EC2::EBSEncryptionByDefault': setting((aws) => aws.call('ec2', 'EnableEbsEncryptionByDefault')),
  'AWS::Budgets::Budget': {
    async create(aws) {
      await aws.call('budgets', 'CreateBudget', {
        AccountId: aws.awsAccountNumber,
        Budget: {
          BudgetName: 'monthly',
          BudgetLimit: { Amount: '100', Unit: 'USD' },
          TimeUnit: 'MONTHLY',
          BudgetType: 'COST',
        },
      });
      return {
        id: 'monthly',
        arn: `arn:aws:budgets::${aws.awsAccountNumber}:budget/monthly`,
        name: 'monthly',
        tags: false,
      };
    },
  },
};
