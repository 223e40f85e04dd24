import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { EventDeliveryError } from '../../domain/values.ts';

/** Metrics of event deliveries, of one process. */
export interface EventMetrics {
  /** An attempt to deliver a batch ended. */
  attempted(outcome: 'delivered' | EventDeliveryError): void;
}

/** Registers the metric `event_deliveries_total`. */
export function createEventMetrics(registry: Registry): EventMetrics {
  const deliveries = new Counter({
    name: 'event_deliveries_total',
    help: 'Attempts to deliver events to subscriptions, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { attempted: (outcome) => deliveries.inc({ outcome }) };
}
