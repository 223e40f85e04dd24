/**
 * Environment variables of the product in the demo, so that a change made by hand is in the inventory within seconds, and a
 * receiver on this machine can subscribe to events.
 */
export const demoEnvironment = {
  CHANGES_POLL_SECONDS: '15',
  EVENT_SCAN_QUIET_SECONDS: '2',
  EVENT_SCAN_MINUTES: '1',
  EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
} as const;
