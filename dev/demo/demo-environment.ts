/** Environment variables of the product in the demo, so that a change made by hand is in the inventory within seconds. */
export const demoEnvironment = {
  CHANGES_POLL_SECONDS: '15',
  EVENT_SCAN_QUIET_SECONDS: '2',
  EVENT_SCAN_MINUTES: '1',
} as const;
