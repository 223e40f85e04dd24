import { form } from '../form.ts';
import { helpText, modelText } from '../help-text.ts';

/** Names the model. Its answer and the one of `help` need no tool. */
export const whichModel = form({
  name: 'which model answers',
  family: 'trust',
  examples: ['Which model are you?', 'Who are you?'],
  patterns: ['which|what model', 'who', 'model', 'which|what model use', 'show model'],
  accepts: {},
  plan: modelText,
});

export const help = form({
  name: 'help',
  family: 'trust',
  examples: ['Help', 'What can you do?'],
  patterns: [
    'help',
    'what',
    'what ask',
    'show help',
    'what question ask',
    'which question ask',
    'how ask',
    'how use',
    'show example',
    'what question',
    'help with',
    'what help with',
    'how help',
    'what about',
    'what example',
  ],
  accepts: {},
  plan: (_question, forms) => helpText(forms),
});
