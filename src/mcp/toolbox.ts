import { CallError } from '../../machines/resource/failure.ts'
import { argumentsOf, lacksOption } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { failureSentence } from '../commands/core/failure-sentence.ts'
import { CommandRefused } from '../commands/core/perform.ts'
import { type Headless, openHeadless } from '../commands/headless/headless.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { answerOf, refusedByOther, refusedWith, type ToolAnswer } from './answer.ts'
import { ANYBODY, isCallable, type Standing } from './callable.ts'
import { normalCode, openConfirmationCodes } from './confirmation-code.ts'
import { consentTo, type Person, type PersonAsked, UNREACHED } from './consent.ts'
import { isReading } from './effects.ts'
import { findTools, meantBy } from './find-tools.ts'
import { GENERAL, isGeneral } from './general-tools.ts'
import { guardedCall } from './guarded-call.ts'
import { chooseSentence, namesOwn } from './named-project.ts'
import { offered } from './offered.ts'
import { actOnce, onceBy } from './once.ts'
import { questionBefore } from './questions.ts'
import { refusalBefore, rehearse } from './refused-before.ts'
import { rememberLists } from './remembered-lists.ts'
import { openResources, type Resources } from './resources.ts'
import { isResultInShort, resultInShort } from './result-in-short.ts'
import { schemaProblem } from './schema-problem.ts'
import { isSelected, type Selection } from './selection.ts'
import { silencedBy } from './silenced.ts'
import { answerOfUse, requestOf, type SpentCodes } from './spent-codes.ts'
import { isList, namedAsInCommand, namedAsInTool, type Tool, toolNameOf, toolOf, USUAL_ROWS } from './tool.ts'
import { askedOf } from './touched.ts'

/** Milliseconds for which a run is followed. Clients give a call up after a minute. */
const RUN_MS = 45_000
const LONGEST_REFUSAL = 2_000
const OTHER_PROJECT = 'This connection is for one project, and project names another: leave it out. Nothing was done.'

export type ToolboxOptions = {
  readonly call: HeadlessCall
  /** The project by id, slug or name; null: each call may name one. */
  readonly project: string | null
  /** Whether tools may change things. */
  readonly writes: boolean
  /** The rights of the caller: what they never allow is not offered. Absent: not known. */
  readonly standing?: Standing
  /** The tools that are listed. All others that the caller may use are found and used through two general ones. */
  readonly selection: Selection
  /** The public URL of the server, for links. */
  readonly url: string | null
  /** What codes that confirm are made with, whom they are for, and which of them have acted. */
  readonly confirming: { readonly key: Uint8Array; readonly caller: string; readonly spent: SpentCodes }
  readonly now: () => number
  readonly newId: () => string
  readonly pause: (ms: number) => Promise<void>
}

type Values = Readonly<Record<string, unknown>>

/** The commands of the product as tools. */
export type Toolbox = {
  list(): readonly Tool[]
  /** Carries a tool out; what goes wrong is an answer too. Null where there is no such tool. */
  use(name: string, given: Values, person?: Person): Promise<ToolAnswer | PersonAsked | null>
  /** Why there is no tool of a name, and which may be meant. */
  unknown(name: string): string
  readonly resources: Resources
}

export const openToolbox = (options: ToolboxOptions): Toolbox => {
  const { writes, standing = ANYBODY, selection, url, now, confirming } = options
  const hasProjects = options.project === null
  const mine = offered.filter((each) => writes || isReading(each))
  /** What is listed and found. Another one is refused by the reason that the server has. */
  const usable = mine.filter((each) => isCallable(each, standing))
  const byName = new Map(mine.map((each) => [toolNameOf(each), each]))
  const codes = openConfirmationCodes(confirming.key, confirming.caller, now)

  const open = (project: string | null, changes: boolean, call = options.call): Promise<Headless> =>
    openHeadless({
      ...options,
      call: guardedCall(call, changes),
      // The project that a person opens in a browser is none that an assistant works in unasked.
      project: options.project ?? project ?? { among: 'default' },
    })

  const run = async (command: Command, given: Values, person: Person): Promise<ToolAnswer | PersonAsked> => {
    const { project, confirm, limit, skip, details, ...own } = given
    // Some commands have an argument of that name; it is theirs.
    const takes = (key: string) => argumentsOf(command).some((each) => each.key === key)
    const named = !takes('project') && typeof project === 'string' ? project : null
    // A tool that says it only reads must not write, whatever its command does.
    const { hearing, recalling } = rememberLists(options.call)
    /** The code that has confirmed the act; null before, and where none is needed. */
    let confirmedBy: string | null = null
    const world = await open(
      named,
      writes && !isReading(command),
      onceBy(hearing, () => confirmedBy),
    )
    if (command.needs && world.project === null) return refusedWith(chooseSentence(world.session.projects))
    const { confirm: _, ...unsaid } = given
    const request = requestOf(command.id, unsaid)
    const code = codeOf(person, confirm)
    // Before its objects are looked for: the act may have removed them.
    const earlier = code === null ? null : await confirming.spent.find(code, request)
    if (earlier && earlier !== 'other') return answerOfUse(earlier)
    const page = isList(command)
      ? { limit: Number(limit ?? USUAL_ROWS), skip: Number(skip ?? 0), details: details === true }
      : null
    const args = await world.readArguments(command, {
      ...own,
      ...(takes('project') && project !== undefined && { project }),
      ...(page ? { limit: page.skip + page.limit } : limit !== undefined && { limit }),
      ...(page === null && skip !== undefined && { skip }),
      ...(page === null && details !== undefined && { details }),
    })
    if (lacksOption(command, args)) return refusedWith('Nothing was done: name what is to change.')
    const question = await questionBefore(command, args, world)
    const rehearsal =
      question && (await rehearse(command, args, { call: recalling, open: (call) => open(named, true, call) }))
    const refusal = rehearsal && (await refusalBefore(command, rehearsal, now()))
    if (refusal) return refusedWith(`${refusal} Nothing was done.`)
    const silenced = rehearsal ? await silencedBy(rehearsal, now()) : []
    const confirmation = question && { ...question, effects: [...question.effects, ...silenced] }
    const asked = confirmation && rehearsal && (await askedOf(command, args, confirmation, rehearsal))
    const unconfirmed =
      confirmation && asked !== null && consentTo(confirmation, asked, { codes, person, given: confirm })
    if (unconfirmed) return unconfirmed
    const isShort = isResultInShort(command, args)
    const asking = isShort ? { ...args, mode: 'full' } : args
    const act = async (): Promise<ToolAnswer> => {
      const outcome = await world.perform(command, asking, { waiting: { timeoutMs: RUN_MS } })
      return answerOf(command, isShort ? withShown(outcome, resultInShort) : outcome, {
        page,
        url,
        boundary: options.newId(),
      })
    }
    if (!confirmation || code === null) return act()
    confirmedBy = code
    return actOnce({ code, request, spent: confirming.spent }, act, (error) => refusedBy(error, options.newId()))
  }

  /** Whether a call names the only project of this connection. The server is asked only where it does not write its id. */
  const isOwnProject = async (said: unknown): Promise<boolean> => {
    if (said === options.project) return true
    const world = await open(null, false).catch(() => null)
    return world !== null && namesOwn(said, world)
  }

  const unknown = (name: string): string =>
    offered.some((each) => toolNameOf(each) === name)
      ? `${name} changes things, and this connection only reads.`
      : `There is no tool called ${JSON.stringify(name.slice(0, 100))}${selection === 'all' ? '.' : ': find_tools lists them.'}${meantBy(name, usable)}`

  const use: Toolbox['use'] = async (name, given, person = UNREACHED) => {
    const general = isGeneral(name) ? (name === GENERAL.find ? GENERAL.findTool : GENERAL.use) : null
    const command = byName.get(name)
    const tool = general ?? (command && toolOf(command, hasProjects))
    if (!tool) return null
    const isForeign = !hasProjects && 'project' in given && !('project' in tool.inputSchema.properties)
    if (isForeign && !(await isOwnProject(given.project))) return refusedWith(OTHER_PROJECT)
    const { project: _, ...others } = given
    const said = isForeign ? others : given
    const own = command ? namedAsInTool(command, said) : said
    const problem = schemaProblem(own, tool.inputSchema, '')
    if (problem !== null) return refusedWith(`${problem} Nothing was done.`)
    if (!command) {
      if (name === GENERAL.find) return findTools(usable, given, hasProjects)
      const inner = String(given.tool)
      if (isGeneral(inner)) return refusedWith('tool must name a command, as find_tools answers it.')
      // The schema says that they are an object.
      const values = (given.arguments ?? {}) as Values
      return (await use(inner, values, person)) ?? refusedWith(unknown(inner))
    }
    try {
      return await run(command, namedAsInCommand(command, own), person)
    } catch (error) {
      return refusedBy(error, options.newId())
    }
  }

  return {
    list: () => [
      ...usable.filter((each) => isSelected(each, selection)).map((each) => toolOf(each, hasProjects)),
      ...(selection === 'all' ? [] : [GENERAL.findTool, usable.every(isReading) ? GENERAL.useToRead : GENERAL.use]),
    ],
    use,
    unknown,
    resources: openResources({
      hasProjects,
      open: () => open(null, false),
      async use(name, given) {
        const answer = await use(name, given)
        // Only tools that destroy ask.
        return answer && 'content' in answer ? answer : null
      },
    }),
  }
}

/** The code of a call: what the model was given, or what came back with the consent of a person. */
const codeOf = ({ canBeAsked, answer }: Person, confirm: unknown): string | null => {
  if (canBeAsked) return answer?.agrees ? answer.state : null
  return typeof confirm === 'string' ? normalCode(confirm) : null
}

/** Calls whose refusals quote what an authorization server, a service or a key service answered. */
const QUOTING = /^(?:token|integration|identity-provider|key-service)\./

const operationOf = (error: unknown): string => {
  const failure = error instanceof CommandRefused ? error.cause : error
  return failure instanceof CallError ? failure.failure.operation : ''
}

/** A refusal as a tool answers it. `boundary`: a text that nobody can guess. */
export const refusedBy = (error: unknown, boundary: string): ToolAnswer => {
  const told = error instanceof CommandRefused ? error.message : failureSentence(error)
  const sentence = told.replace(/\s+/g, ' ').slice(0, LONGEST_REFUSAL)
  return QUOTING.test(operationOf(error)) ? refusedByOther(sentence, boundary) : refusedWith(sentence)
}

const withShown = (outcome: Outcome, change: (one: object) => object): Outcome => ({
  ...outcome,
  shown: outcome.shown.map((each) =>
    each.form === 'one' && typeof each.one === 'object' && each.one !== null
      ? { ...each, one: change(each.one) }
      : each,
  ),
})
