import { listIngestionHealth } from './list-ingestion-health.ts';
import { retryIngestion } from './retry-ingestion.ts';

export const changeIngestionOperations = [listIngestionHealth, retryIngestion];
