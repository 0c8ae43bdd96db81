import type { UndoStep } from '../../../machines/undo.ts'
import { contract } from '../../contract/contract.ts'
import type { WebEndpoint } from '../../contract/core/web-endpoint.ts'
import { argumentsOf, givenName, isEmptyFilter } from '../core/argument.ts'
import { unavailableReason } from '../core/availability.ts'
import type { Command, Confirmation } from '../core/command.ts'
import { readLine } from '../core/line/read.ts'
import { readValue } from '../core/line/read-value.ts'
import { type Problem, type Reading, shownProblem } from '../core/line/reading.ts'
import { unquoted } from '../core/line/tokens.ts'
import { shapeOf } from '../core/line/value-shape.ts'
import { entityOf, named } from '../core/naming.ts'
import { CommandBarred, CommandRefused, callsOf, perform, questionOf } from '../core/perform.ts'
import type { FailedStep } from '../core/undo/partly-undone.ts'
import type { Entity, EntityKind, World } from '../core/world.ts'
import { headlessCommands } from './book.ts'
import { followWorkflow, startRun, type Waiting } from './follow.ts'
import { inGivenOrder } from './given-order.ts'
import {
  type HeadlessCall,
  type HeadlessEffects,
  isOnlyOfScreen,
  newWork,
  readingWorld,
  workingWorld,
} from './headless-world.ts'
import { Loaded, type ProjectList } from './loaded.ts'
import { ScreenNeeded } from './needs-screen.ts'
import type { Outcome } from './outcome.ts'
import { revertSteps } from './revert.ts'

type Values = Readonly<Record<string, unknown>>

/** How often a name is looked for on the server before it counts as wrong. */
const MOST_SEARCHES = 20
/** For more names that are not known yet, all objects of their kind are loaded, as for a long list from standard input. */
const FEW_UNKNOWN = 5

export type HeadlessOptions = HeadlessEffects & {
  readonly call: HeadlessCall
  /**
   * The project by id, slug or name; null: the caller's default project, else the one that was open last. Not `among` all: none is open, or
   * the default or only one, so that what a person opens elsewhere moves nothing.
   */
  readonly project: string | null | { readonly among: 'none' | 'default' }
  /** Resolves after some time. */
  readonly pause: (ms: number) => Promise<void>
}

/** Commands without a screen: for the terminal, and for programs that drive Sonde. */
export type Headless = {
  /** The open project; null if there is none. */
  readonly project: World['project']
  /** Account, projects and organizations of the caller. */
  readonly session: ProjectList
  /** The world that lines are read in, with what is loaded so far. */
  readonly world: World
  /** Calls an endpoint in the open project. */
  readonly call: World['call']
  /** The objects of a kind that arguments can name, as far as they are loaded at once. */
  entities(kind: EntityKind): Promise<readonly Entity[]>
  /** Reads a line, and loads or searches whatever its names need. */
  read(line: string): Promise<Reading>
  /** Reads arguments that a program gave: names become ids. Rejects with a `CommandRefused` that says what is wrong. */
  readArguments(command: Command, given: Values): Promise<Values>
  /** What a command asks before it destroys something; null where it does not ask. Rejects with a `CommandRefused` where it would be refused anyway. */
  confirmation(command: Command, args: Values): Promise<Confirmation | null>
  /** Carries a command out that was confirmed where it has to be. Rejects with a `CommandRefused`. */
  perform(command: Command, args: Values, options?: PerformOptions): Promise<Outcome>
  /** Carries out the steps that undo a command; resolves with those that failed. */
  revert(steps: readonly UndoStep[]): Promise<readonly FailedStep[]>
  /** Loads again what lines are read with: something has changed. */
  forget(): void
}

export type PerformOptions = {
  /** Follows runs to their results. */
  readonly waiting?: Waiting
  /** Called after each object of a bulk action. */
  readonly progress?: (done: number, of: number) => void
  /** Finds the steps that undo it, which may need further reading. */
  readonly isUndoable?: boolean
  /** Takes the rows of a list of one object while further ones are read; without it, and of several objects, they are all in the outcome. */
  readonly showAhead?: World['showAhead']
}

/** An action that failed after a part of it was done, as for some of its objects; `outcome` tells of that. */
export class PartlyDone extends CommandRefused {
  readonly outcome: Outcome
  constructor(refusal: CommandRefused, outcome: Outcome) {
    super(refusal.message, { isUnanswered: refusal.isUnanswered, cause: refusal.cause })
    this.outcome = outcome
  }
}

/** Why a line cannot be carried out, with the candidates where a name means several things. */
const problemSentence = ({ sentence, instead, argument }: Problem, world: World): string => {
  if (instead.length === 0) return sentence
  const kind = argument?.kind
  const all = kind ? world.entities(kind) : []
  if (!/ are called /.test(sentence)) {
    const meant = instead.map((text) => (entityOf(text, all) ? `“${entityOf(text, all)?.name}” (${text})` : text))
    return `${sentence} Did you mean ${meant.join(', ')}?`
  }
  const candidates = instead.flatMap((text) => {
    const found = named(unquoted(text), all)
    return found.length > 0 ? found.map(({ id, note }) => (note ? `${id} (${note})` : id)) : [text]
  })
  return `${sentence} Name one by its id: ${[...new Set(candidates)].join(', ')}.`
}

/** The project that is asked for is none that the caller may enter. */
export class UnknownProject extends CommandRefused {}

const projectOf = ({ projects, meta }: ProjectList, wanted: HeadlessOptions['project']): World['project'] => {
  const all = projects.map(({ project }) => ({ id: project.id, name: project.name }))
  const only = all.length === 1 ? all[0]?.id : null
  const usual = meta.default_project_id ?? null
  const id =
    wanted === null
      ? (usual ?? meta.current_project_id ?? only)
      : typeof wanted === 'string'
        ? idNamed(wanted, all)
        : wanted.among === 'default'
          ? (usual ?? only)
          : null
  const record = projects.find(({ project }) => project.id === id)
  return record ? { id: record.project.id, name: record.project.name, level: record.access_level } : null
}

const idNamed = (wanted: string, all: readonly { id: string; name: string }[]): string => {
  const [one, ...others] = named(wanted, all)
  if (!one) throw new UnknownProject(`No project that you may enter is called ${wanted}.`)
  if (others.length === 0) return one.id
  const ids = [one, ...others].map(({ id }) => id).join(', ')
  throw new CommandRefused(`${others.length + 1} projects are called ${wanted}. Name one by its id: ${ids}.`)
}

/** Kinds of which a line has so many names that the server decides that searching for each would take too long. */
const manyUnknown = (problems: readonly Problem[]): readonly EntityKind[] => {
  const kinds = problems.flatMap(({ argument }) => (argument?.kind ? [argument.kind] : []))
  return [...new Set(kinds)].filter((kind) => kinds.filter((each) => each === kind).length > FEW_UNKNOWN)
}

/** Opens a world without a screen. Rejects with the failure of the first call, or with a `CommandRefused` about the project. */
export const openHeadless = async (options: HeadlessOptions): Promise<Headless> => {
  const session = (await options.call('project.list', {}, { projectId: null })) as ProjectList
  const project = projectOf(session, options.project)
  const projectId = project?.id ?? null
  // What comes back is the answer of the endpoint that was named.
  const call: World['call'] = async (operation, input) => (await options.call(operation, input, { projectId })) as never
  const { permissions } = session.meta
  const opened = { project, site: { viewer: permissions.length > 0, admin: permissions.includes('site_admin') } }
  let loaded = new Loaded(call, session)
  let world = readingWorld(loaded, opened, options)

  /** Searches for each name that is unknown, or may be another's too; whether that brought anything new. */
  const search = async (problems: readonly Problem[], line: string, tried: Set<string>): Promise<boolean> => {
    let isNew = false
    for (const kind of manyUnknown(problems)) {
      if (tried.has(`whole ${kind}`)) continue
      tried.add(`whole ${kind}`)
      if (await loaded.loadWhole(kind)) return true
    }
    for (const { argument, from, to, search: deciding } of problems) {
      if (deciding) {
        const key = `all ${deciding.kind} ${deciding.text}`
        if (tried.has(key)) continue
        tried.add(key)
        await loaded.findAll(deciding.kind, deciding.text)
        isNew = true
        continue
      }
      const text = line.slice(from, to).replace(/^["']|["']$/g, '')
      if (!argument?.kind || tried.has(`${argument.kind} ${text}`) || tried.size >= MOST_SEARCHES) continue
      tried.add(`${argument.kind} ${text}`)
      if (await loaded.find(argument.kind, text)) isNew = true
    }
    return isNew
  }

  /** Loads all objects of a kind, where many are named that are not among the first: each would be searched for by itself. */
  const prepare = async (kind: EntityKind, texts: readonly unknown[]): Promise<void> => {
    const entities = await loaded.settle(() => world.entities(kind))
    const ids = new Set<unknown>(entities.map(({ id }) => id))
    if (texts.filter((text) => !ids.has(text)).length > FEW_UNKNOWN) await loaded.loadWhole(kind)
  }

  const headless: Headless = {
    project,
    session,
    get world() {
      return world
    },
    call,
    entities: (kind) => loaded.settle(() => world.entities(kind)),

    async read(line) {
      const tried = new Set<string>()
      for (;;) {
        const reading = await loaded.settle(() => readLine(line, world, headlessCommands))
        if (!(await search(reading.problems, line, tried))) return reading
      }
    },

    async readArguments(command, given) {
      const reason = unavailableReason(command, world)
      if (reason !== null) throw new CommandRefused(reason)
      const args: Record<string, unknown> = {}
      const all = argumentsOf(command)
      const unknown = Object.keys(given).find((key) => !all.some((each) => each.key === key))
      if (unknown !== undefined) throw new CommandRefused(`“${command.words}” takes no ${unknown}.`)
      // In the order of prompts: an object may be one of those of the organization before it.
      for (const argument of all) {
        const { key } = argument
        const name = givenName(argument)
        const value = given[key]
        if (!(key in given)) continue
        const shape = shapeOf(argument)
        const readOne = async (text: unknown): Promise<unknown> => {
          if ((argument.kind === null && !argument.objects) || typeof text !== 'string') return text
          const attempt = () =>
            loaded.settle(() => readValue(text, true, shape, { argument, args, world, last: false }))
          let read = await attempt()
          if (!('value' in read) && !read.search && argument.kind && (await loaded.find(argument.kind, text)))
            read = await attempt()
          if (!('value' in read) && read.search) {
            await loaded.findAll(read.search.kind, read.search.text)
            read = await attempt()
          }
          if ('value' in read) return read.value
          throw new CommandRefused(
            problemSentence({ ...WHOLE, ...read, search: null, isCertain: false, isLoading: false, argument }, world),
          )
        }
        if (argument.kind && Array.isArray(value)) await prepare(argument.kind, value)
        args[key] = Array.isArray(value) ? await Promise.all(value.map(readOne)) : await readOne(value)
        if (isEmptyFilter(command, argument, args[key]))
          throw new CommandRefused(`${name} must be filled in, or left out.`)
        const isBulk = argument.kind !== null && Array.isArray(value) && shape.kind === 'text'
        const expected = isBulk ? null : shape.problemOf(args[key])
        if (expected !== null) throw new CommandRefused(`${name} must be ${expected}.`)
      }
      return args
    },

    async confirmation(command, args) {
      const confirmation = await loaded.settle(() => questionOf(command, args, world))
      if (confirmation?.barred !== undefined) throw new CommandBarred(confirmation.barred)
      return confirmation
    },

    async perform({ undo, ...others }, args, { waiting = null, progress, isUndoable = false, showAhead } = {}) {
      const command: Command = isUndoable && undo ? { ...others, undo } : others
      await loaded.settle(() => rehearse(command, args, world))
      // The names of now: a command that writes makes them be loaded again.
      const before = world
      const work = newWork()
      const { outcome, runs } = work
      const ordered = inGivenOrder(command, args, world, work)
      try {
        const isOfOne = ordered.command === command
        await perform(
          ordered.command,
          args,
          workingWorld(command, world, work, call, isOfOne ? showAhead : undefined),
          {
            confirmed: true,
            ...(progress && { progress }),
          },
        ).finally(ordered.merge)
        if (isOnlyOfScreen(work)) throw new ScreenNeeded(command)
      } catch (error) {
        throw error instanceof CommandRefused && isBegun(outcome) ? new PartlyDone(error, outcome) : error
      } finally {
        if (command.effect !== 'read') headless.forget()
      }
      const request = async ({ callId: id, locationId, delaySeconds, context, secretVariables, key }: RunAsked) =>
        (await options.call(
          'monitor.run',
          {
            params: { id },
            body: {
              location_id: locationId,
              run_delay: delaySeconds,
              context,
              ...(secretVariables.length > 0 && { secret_variables: [...secretVariables] }),
            },
          },
          { projectId, repeatKey: key },
        )) as { result_id: string; location_id: string }
      const workflows = outcome.written.filter(({ operation }) => operation === 'workflow.run')
      const following = { call, waiting, runs: runs.length + workflows.length, patience: options.pause }
      const ofMonitors = runs.map((run) => startRun(run, { ...following, request }))
      const ofWorkflows = workflows.map(({ answer }) => {
        // The answer is that of `workflow.run`.
        const started = answer as Parameters<typeof followWorkflow>[2]
        const name = before.entities('workflow').find(({ id }) => id === started.workflow_id)?.name
        return followWorkflow(started.workflow_id, name ?? started.workflow_id, started, following)
      })
      for (const run of await Promise.all([...ofMonitors, ...ofWorkflows])) outcome.runs.push(run)
      return outcome
    },

    async revert(steps) {
      const failed = await revertSteps(steps, {
        world: { ...world, call },
        perform: (command, args) => headless.perform(command, args),
      })
      headless.forget()
      return failed
    },

    forget() {
      loaded = new Loaded(call, session)
      world = readingWorld(loaded, opened, options)
    },
  }
  return headless
}

const changes = (endpoint: WebEndpoint): boolean => endpoint.changes !== false

/** Whether something was done already: it was told, or a call has changed something. */
const isBegun = ({ messages, written }: Outcome): boolean =>
  messages.length > 0 || written.some(({ operation }) => changes(contract[operation]))

type RunAsked = Parameters<Parameters<typeof startRun>[1]['request']>[0]

const WHOLE = { from: 0, to: 0, fix: null, unfinished: false } as const

/** Lets a command ask for what it reads at once, in a world where nothing happens. */
const rehearse = (command: Command, args: Values, world: World): void => {
  try {
    // It never goes on after its first call.
    void Promise.resolve(command.run(args, world)).catch(() => {})
    const { undo, already } = command
    for (const call of callsOf(command, args)) already?.(call, world)
    if (typeof undo === 'function') for (const call of callsOf(command, args)) undo(call, world)
  } catch {
    // What it throws is thrown again when it is carried out.
  }
}

/** The sentence about a reading that cannot be carried out; null where it can. */
export const refusalOf = (reading: Reading, world: World): string | null => {
  const problem = shownProblem(reading) ?? reading.problems[0]
  return problem ? problemSentence(problem, world) : null
}
