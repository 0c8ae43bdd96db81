import type { Tool } from './tool.ts'

const FIND = 'find_tools'
const USE = 'use_tool'

const findTool: Tool = {
  name: FIND,
  title: 'Find tools',
  description:
    'Finds further tools of Sonde by words, such as “certificate” or “who changed this”: five at most, in short. With describe, it answers the whole schemas of tools by their names. use_tool carries them out.',
  inputSchema: {
    type: 'object',
    properties: {
      words: { type: 'string', maxLength: 200, description: 'Words that say what is to be done, and with what.' },
      describe: {
        type: 'array',
        items: { type: 'string', maxLength: 100 },
        minItems: 1,
        maxItems: 5,
        description: 'Names of tools whose arguments are wanted in full.',
      },
    },
    required: [],
    additionalProperties: false,
  },
  annotations: {
    title: 'Find tools',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
}

const generalTool = (reads: boolean): Tool => ({
  name: USE,
  title: 'Use a tool',
  description: 'Carries out a tool that find_tools found, with its arguments.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', maxLength: 100, description: 'The name of the tool.' },
      arguments: { type: 'object', description: 'Its arguments; find_tools with describe says which it takes.' },
    },
    required: ['tool'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Use a tool',
    readOnlyHint: reads,
    destructiveHint: !reads,
    idempotentHint: reads,
    openWorldHint: !reads,
  },
})

/** The two tools through which every other command is reached. */
export const GENERAL = { find: FIND, findTool, use: generalTool(false), useToRead: generalTool(true) } as const

export const isGeneral = (name: string): boolean => name === FIND || name === USE
