/**
 * A failed request to an identity provider. `unavailable`: it cannot be reached, or is not configured as this product needs it;
 * `denied`: it refused the login; `rejected`: its answer is not valid. The message is for administrators and has no text of the
 * provider.
 */
export class SsoFault extends Error {
  readonly kind: 'unavailable' | 'denied' | 'rejected';

  constructor(kind: SsoFault['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SsoFault';
    this.kind = kind;
  }
}
