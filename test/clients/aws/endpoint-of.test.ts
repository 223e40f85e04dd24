import test from 'ava';
import { endpointOf } from '../../../clients/aws/endpoint-of.ts';

test('an emulator on an address gets no host prefixes, and a named endpoint keeps them', (t) => {
  t.deepEqual(endpointOf('sqs', undefined), {});
  t.deepEqual(endpointOf('sqs', ''), {});
  t.deepEqual(endpointOf('s3-control', 'https://vpce-1.example.test'), {
    endpoint: 'https://vpce-1.example.test',
  });
  const address = { endpoint: 'http://127.0.0.1:5000', disableHostPrefix: true };
  t.deepEqual(endpointOf('mwaa', 'http://127.0.0.1:5000'), address);
  t.like(endpointOf('s3-control', 'http://127.0.0.1:5000'), address);
  const { endpointProvider } = endpointOf('s3-control', 'http://127.0.0.1:5000') as {
    endpointProvider: () => { url: URL };
  };
  t.is(endpointProvider().url.href, 'http://127.0.0.1:5000/');
});
