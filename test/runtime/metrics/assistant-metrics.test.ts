import test from 'ava';
import { createAssistantMetrics } from '../../../runtime/metrics/assistant-metrics.ts';
import { createMetricsRegistry } from '../../../runtime/metrics/metrics.ts';

test('counts turns, tokens, tool calls, retries and removed parts of answers', async (t) => {
  const registry = createMetricsRegistry();
  const metrics = createAssistantMetrics(registry);
  metrics.turnEnded({ outcome: 'completed', milliseconds: 1500, inputTokens: 10, outputTokens: 4 });
  metrics.turnEnded({ outcome: 'timeout', milliseconds: 120_000, inputTokens: 1, outputTokens: 0 });
  metrics.turnRetried();
  metrics.toolCalled('search_resources', 'refused');
  metrics.answerFiltered({ droppedReferences: 2, removedLinks: 3 });
  metrics.streamOpened();
  metrics.eventSent(-1);
  const text = await registry.metrics();
  for (const line of [
    'assistant_turns_total{outcome="completed"} 1',
    'assistant_turns_total{outcome="timeout"} 1',
    'assistant_turn_seconds_sum 121.5',
    'assistant_tokens_total{direction="input"} 11',
    'assistant_tokens_total{direction="output"} 4',
    'assistant_turn_retries_total 1',
    'assistant_tool_calls_total{tool="search_resources",status="refused"} 1',
    'assistant_dropped_references_total 2',
    'assistant_removed_links_total 3',
    'assistant_open_streams 1',
    'assistant_event_lag_seconds_sum 0',
  ])
    t.true(text.split('\n').includes(line), line);
});
