import { type AnyEventObject, createActor, fromCallback } from 'xstate'
import { liveMachine } from '../../machines/live.ts'
import { headlessCommandById } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { LiveEvent } from '../contract/live/live.ts'
import { readableCell } from './cells.ts'
import { EXIT_CODES, TerminalFailure } from './exit-codes.ts'
import { readLiveEvents } from './live-events.ts'
import type { Connection } from './settings.ts'
import { paintCategory, paintOf, plainText, type TerminalIo } from './terminal-io.ts'
import type { Watched } from './watch-words.ts'

type Result = Extract<LiveEvent, { type: 'result' }>

const monitorNamed = async (name: string, world: Headless): Promise<string> => {
  const command = headlessCommandById('one.monitor')
  if (!command) throw new Error('There is no command that shows a monitor.')
  const { monitor } = await world.readArguments(command, { monitor: name })
  return String(monitor)
}

/** Names of monitors by id, loaded again when an unknown one has a result. */
const openNames = (world: Headless) => {
  let names = new Map<string, string>()
  let asked = new Set<string>()
  const load = async (): Promise<void> => {
    world.forget()
    names = new Map((await world.entities('monitor')).map(({ id, name }) => [id, name]))
  }
  return async (id: string): Promise<string> => {
    const known = names.get(id)
    if (known !== undefined || asked.has(id)) return known ?? id
    asked = new Set([...asked, id])
    await load().catch(() => {})
    return names.get(id) ?? id
  }
}

/** Prints results of the project as they come, and resolves with the exit code; an interrupted stream is resumed without a loss. */
export const watch = async (
  connection: Connection,
  world: Headless,
  { names, categories, count }: Watched,
  { io, json }: { readonly io: TerminalIo; readonly json: boolean },
): Promise<number> => {
  const { project } = world
  if (!project) throw new TerminalFailure('usage', 'Choose a project first: sonde switch project NAME, or --project.')
  const monitors = new Set<string>()
  for (const name of names) monitors.add(await monitorNamed(name, world))
  const nameOf = openNames(world)
  const paint = paintOf(io)
  let printed = 0
  let printing: Promise<void> = Promise.resolve()

  const print = async (result: Result): Promise<void> => {
    const { call_id, result_category: category, http_code, response_time, location_id, time, id } = result
    const name = await nameOf(call_id)
    if (printed >= count) return
    printed += 1
    const code = http_code === null ? '' : `  ${http_code}`
    const at = paint.dim(readableCell('time', time, io.env).slice(11))
    const line = `${at}  ${paintCategory(paint, category)}${' '.repeat(Math.max(0, 7 - category.length))}  ${plainText(name)}${code}  ${Math.round(response_time)} ms  ${location_id}  ${paint.dim(id)}\n`
    io.out(json ? `${JSON.stringify({ ...result, monitor: name })}\n` : line)
  }

  // Where the stream goes on after an interruption; null until the server has told where it begins.
  let position: string | null = null
  await new Promise<void>((resolve, reject) => {
    const hear = (event: LiveEvent): void => {
      if (event.type === 'reset')
        io.err('Some results may be missing: the server does not know any more where this stopped.\n')
      if (event.type !== 'result') return
      const isWanted =
        (monitors.size === 0 || monitors.has(event.call_id)) &&
        (categories.size === 0 || categories.has(event.result_category))
      if (!isWanted) return
      printing = printing.then(() => print(event))
      // Output that cannot be written ends it.
      printing.then(() => printed >= count && resolve()).catch(reject)
    }
    const stream = fromCallback<AnyEventObject, { projectId: string; lastId: string | null }>(({ input, sendBack }) => {
      const ending = new AbortController()
      readLiveEvents(connection, { ...input, lastId: position }, ending.signal, {
        onOpen: () => sendBack({ type: 'OPENED' }),
        onPosition: (id) => {
          if (position === null) io.err(`Watching “${plainText(project.name)}”. Ctrl-C ends it.\n`)
          position = id
        },
        onEvent: (event, id) => {
          sendBack({ type: 'EVENT', event, id })
          hear(event)
        },
      })
        .catch((error: unknown) => {
          if (error instanceof TerminalFailure && error.ending !== 'unreachable') reject(error)
          else if (!ending.signal.aborted)
            io.err(`${error instanceof Error ? error.message : 'The stream ended.'} Trying again.\n`)
        })
        .finally(() => sendBack({ type: 'LOST' }))
      return () => ending.abort()
    })
    const actor = createActor(liveMachine.provide({ actors: { stream } }))
    actor.start()
    actor.send({ type: 'START', projectId: project.id })
    io.interrupted.addEventListener('abort', () => resolve())
  })
  return io.interrupted.aborted ? EXIT_CODES.interrupted.code : EXIT_CODES.done.code
}
