import { command } from './command.ts'

/** What is done with a text that a page shows. */
export const textCommands = [
  command({
    id: 'text.copy',
    words: 'copy text',
    title: 'Copy',
    icon: 'copy',
    hidden: true,
    publicToo: true,
    args: { text: 'string', 'what?': 'string' },
    prompts: { text: 'Which text?', what: 'Which name?' },
    secret: ['text'],
    async run({ text, what }, world) {
      await world.copy(text)
      world.tell(`${what ?? 'Text'} copied`)
    },
  }),
]
