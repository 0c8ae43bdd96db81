import { argumentsOf, lacksOption } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { confirms, YES } from '../commands/core/confirms.ts'
import { failureSentence } from '../commands/core/failure-sentence.ts'
import { CommandRefused } from '../commands/core/perform.ts'
import { type Headless, openHeadless } from '../commands/headless/headless.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import { answerOf, refusedWith, type ToolAnswer } from './answer.ts'
import { findTools, GENERAL, isGeneral } from './general-tools.ts'
import { isReading, offered } from './offered.ts'
import { isSelected, type Selection } from './selection.ts'
import { isList, MOST_ROWS, MOST_SKIPPED, type Tool, toolNameOf, toolOf, USUAL_ROWS } from './tool.ts'

/** Milliseconds for which a run is followed. Clients give a call up after a minute. */
const RUN_MS = 45_000

export type ToolboxOptions = {
  readonly call: HeadlessCall
  /** The project by id, slug or name; null: each call may name one. */
  readonly project: string | null
  /** Whether tools may change things. */
  readonly writes: boolean
  /** The tools that are listed. All others that the caller may use are found and used through two general ones. */
  readonly selection: Selection
  /** The public URL of the server, for links. */
  readonly url: string | null
  readonly now: () => number
  readonly newId: () => string
  readonly pause: (ms: number) => Promise<void>
}

type Values = Readonly<Record<string, unknown>>

/** The commands of the product as tools. */
export type Toolbox = {
  list(): readonly Tool[]
  /** Carries a tool out; what goes wrong is an answer too. Null where there is no such tool. */
  use(name: string, given: Values): Promise<ToolAnswer | null>
}

export const openToolbox = (options: ToolboxOptions): Toolbox => {
  const { writes, selection, url } = options
  const hasProjects = options.project === null
  const mine = offered.filter((each) => writes || isReading(each))
  const byName = new Map(mine.map((each) => [toolNameOf(each), each]))

  const open = (project: unknown): Promise<Headless> =>
    openHeadless({ ...options, project: options.project ?? (typeof project === 'string' ? project : null) })

  const run = async (command: Command, given: Values): Promise<ToolAnswer> => {
    const { project, confirm, limit, skip, ...own } = given
    // Some commands have an argument of that name; it is theirs.
    const takes = (key: string) => argumentsOf(command).some((each) => each.key === key)
    if (!hasProjects && !takes('project') && project !== undefined && project !== options.project)
      return refusedWith('This connection is for one project: leave project out.')
    const world = await open(takes('project') ? null : project)
    const page = isList(command) ? pageOf(limit, skip) : null
    const named = {
      ...own,
      ...(takes('project') && project !== undefined && { project }),
      ...(page ? { limit: page.skip + page.limit } : limit !== undefined && { limit }),
      ...(page === null && skip !== undefined && { skip }),
    }
    const args = await world.readArguments(command, named)
    const missing = argumentsOf(command).find(({ key, required }) => required && args[key] === undefined)
    if (missing) return refusedWith(`${missing.key} is missing. ${missing.prompt ?? ''}`.trim())
    if (lacksOption(command, args)) return refusedWith('Nothing was done: name what is to change.')
    const confirmation = await world.confirmation(command, args)
    if (confirmation) {
      const word = confirmation.word ?? YES
      const isConfirmed = typeof confirm === 'string' && confirm.trim() !== '' && confirms(confirmation, confirm)
      if (!isConfirmed)
        return refusedWith(
          [
            confirmation.question,
            ...confirmation.effects,
            `Nothing was done. To do it, call it again with confirm: ${JSON.stringify(word)}.`,
          ].join('\n'),
          { needs_confirmation: { question: confirmation.question, effects: confirmation.effects, word } },
        )
    }
    return answerOf(await world.perform(command, args, { waiting: { timeoutMs: RUN_MS } }), page, url)
  }

  const use = async (name: string, given: Values): Promise<ToolAnswer | null> => {
    if (isGeneral(name)) {
      if (name === GENERAL.find) return findTools(mine, given, hasProjects)
      const inner = typeof given.tool === 'string' ? given.tool : ''
      const values = typeof given.arguments === 'object' && given.arguments !== null ? given.arguments : {}
      if (isGeneral(inner)) return refusedWith('tool must name a command, as find_tools answers it.')
      return (await use(inner, { ...values })) ?? refusedWith(unknownWords(inner, writes))
    }
    const command = byName.get(name)
    if (!command) return null
    try {
      return await run(command, given)
    } catch (error) {
      const sentence = error instanceof CommandRefused ? error.message : failureSentence(error)
      return refusedWith(sentence)
    }
  }

  return {
    list: () => [
      ...mine.filter((each) => isSelected(each, selection)).map((each) => toolOf(each, hasProjects)),
      ...(selection === 'all' ? [] : [GENERAL.findTool, writes ? GENERAL.use : GENERAL.useToRead]),
    ],
    use,
  }
}

const unknownWords = (name: string, writes: boolean): string =>
  writes || !offered.some((each) => toolNameOf(each) === name)
    ? `There is no tool called ${JSON.stringify(name.slice(0, 100))}: find_tools lists them.`
    : `${name} changes things, and this connection only reads.`

const whole = (value: unknown, usual: number, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? Math.min(value, most) : usual

const pageOf = (limit: unknown, skip: unknown) => ({
  limit: Math.max(1, whole(limit, USUAL_ROWS, MOST_ROWS)),
  skip: whole(skip, 0, MOST_SKIPPED),
})
