/** The service does not exist in the partition. Its types are `unsupported` there. */
export class AbsentService extends Error {
  override readonly name = 'UnsupportedOperation';

  constructor(service: string, partition: string) {
    super(`The service ${service} does not exist in the partition ${partition}.`);
  }
}
