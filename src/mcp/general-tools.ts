import type { Command } from '../commands/core/command.ts'
import { answerWith, type ToolAnswer } from './answer.ts'
import { nounOf } from './offered.ts'
import { type Tool, toolNameOf, toolOf } from './tool.ts'

const FIND = 'find_tools'
const USE = 'use_tool'
const MOST_FOUND = 15

const findTool: Tool = {
  name: FIND,
  title: 'Find tools',
  description:
    'Finds further commands of Sonde by words, such as “certificate” or “add downtime”, with their arguments. Use what it finds with use_tool.',
  inputSchema: {
    type: 'object',
    properties: {
      words: { type: 'string', maxLength: 200, description: 'Words that say what is to be done, and with what.' },
    },
    required: ['words'],
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
  description: 'Carries out a command that find_tools found, with its arguments.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', maxLength: 100, description: 'The name of the tool.' },
      arguments: { type: 'object', description: 'Its arguments, as its input schema says.' },
    },
    required: ['tool'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Use a tool',
    readOnlyHint: reads,
    destructiveHint: !reads,
    idempotentHint: reads,
    openWorldHint: false,
  },
})

/** The two tools through which every other command is reached. */
export const GENERAL = { find: FIND, findTool, use: generalTool(false), useToRead: generalTool(true) } as const

export const isGeneral = (name: string): boolean => name === FIND || name === USE

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Score of a command for the words: its name and phrase count more than its title. */
const scoreOf = (command: Command, wanted: readonly string[]): number => {
  const phrase = new Set(wordsIn(`${command.words} ${command.id} ${nounOf(command)}`).map(singular))
  const title = new Set(wordsIn(command.title).map(singular))
  return wanted.reduce((score, word) => score + (phrase.has(word) ? 2 : 0) + (title.has(word) ? 1 : 0), 0)
}

/** Answers the commands that fit some words, the best first. */
export const findTools = (
  commands: readonly Command[],
  { words }: Readonly<Record<string, unknown>>,
  hasProjects: boolean,
): ToolAnswer => {
  const wanted = wordsIn(String(words ?? '').slice(0, 200)).map(singular)
  const found = commands
    .map((command) => ({ command, score: scoreOf(command, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.command.id.length - b.command.id.length)
    .slice(0, MOST_FOUND)
  if (found.length === 0)
    return answerWith('No command fits these words. Each is about one of these:', {
      about: [...new Set(commands.map(nounOf))].sort(),
    })
  return answerWith(`${found.length} tools, the best first.`, {
    tools: found.map(({ command }) => {
      const { description, inputSchema, annotations } = toolOf(command, hasProjects)
      return { tool: toolNameOf(command), description, inputSchema, read_only: annotations.readOnlyHint }
    }),
  })
}
