import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import type { AssistantModel } from '../../domain/assistant/model.ts';
import { defined } from '../../domain/defined.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { cappedFetch } from './capped-fetch.ts';
import { createEmbeddedModel } from './embedded-model.ts';
import type { RespondEmbedded } from './embedded-model.ts';
import { createProviderModel } from './provider-model.ts';
import type { ProviderOptions } from './provider-model.ts';

/** Stated, because the SDK reads another URL from the variable ANTHROPIC_BASE_URL. */
const anthropicUrl = 'https://api.anthropic.com/v1';

/** Returns the model of the configured provider. */
export function createAssistantModel(
  configuration: Pick<Configuration, 'assistantProvider' | 'assistantApiKey' | 'assistantBaseUrl'>,
  respondEmbedded: RespondEmbedded,
  options: Partial<ProviderOptions> = {},
): AssistantModel {
  const { assistantProvider, assistantApiKey, assistantBaseUrl } = configuration;
  if (assistantProvider === 'anthropic') {
    const anthropic = createAnthropic({
      baseURL: assistantBaseUrl ?? anthropicUrl,
      apiKey: assistantApiKey ?? '',
      fetch: cappedFetch,
    });
    return createProviderModel(assistantProvider, (model) => withoutReasoning(anthropic(model)), options);
  }
  if (assistantProvider === 'openai_compatible') {
    const compatible = createOpenAICompatible({
      name: 'openai_compatible',
      baseURL: assistantBaseUrl ?? '',
      ...defined({ apiKey: assistantApiKey }),
      includeUsage: true,
      fetch: cappedFetch,
    });
    return createProviderModel(assistantProvider, (model) => withoutReasoning(compatible(model)), options);
  }
  return createEmbeddedModel(respondEmbedded);
}

type ProviderLanguageModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Some models write their reasoning into the text, in an element `think`. It is no part of the answer. */
function withoutReasoning(model: ProviderLanguageModel): ProviderLanguageModel {
  return wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) });
}
