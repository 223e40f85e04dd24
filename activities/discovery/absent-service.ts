/** A service that does not exist in a partition. Its types are `unsupported` there. */
export class AbsentService extends Error {
  override readonly name = 'UnsupportedOperation';

  constructor(service: string, partition: string) {
    super(`${service} does not exist in the partition ${partition}`);
  }
}
