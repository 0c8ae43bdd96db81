import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import type { Example } from '../../../machines/chart/example.ts'
import { TerminalFailure } from '../exit-codes.ts'
import type { Skip } from './playwright-files.ts'

/** A chart to export: its examples, and the file of its driver and the paths that it skips, null for a chart of Sonde. */
export type Flow = {
  readonly chart: string
  readonly examples: readonly Example[]
  readonly driver: string | null
  readonly skip: Skip | null
}

// A module may have an XState of its own, so its class says nothing.
const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value && 'id' in value

const isExample = (value: unknown): value is Example =>
  typeof value === 'object' && value !== null && 'machine' in value && isMachine(value.machine)

/** The charts of the product. Loaded when they are asked for. */
export const productFlows = async (): Promise<readonly Flow[]> => {
  const { examples } = await import('../../../machines/examples/examples.ts')
  return Object.entries(examples).map(([chart, all]) => ({ chart, examples: all, driver: null, skip: null }))
}

/** Loads a module. One that waits for what never comes is refused as soon as nothing else is left to do. */
const load = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('it waits for something that never comes.'))
    process.once('beforeExit', giveUp)
    import(href).then(resolve, reject).finally(() => process.off('beforeExit', giveUp))
  })

/** The charts of a module: its machines, or `example` or `examples` with their payloads. A `driver` may stand beside them. */
export const flowsIn = async (file: string, folder = process.cwd()): Promise<readonly Flow[]> => {
  const path = resolve(folder, file)
  const module = await load(pathToFileURL(path).href).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new TerminalFailure('usage', `${file} cannot be loaded: ${why}`, { cause })
  })
  const exported: readonly unknown[] = Object.values(module as object).flatMap((one: unknown) => one)
  const examples = exported.filter(isExample)
  const told = new Set(examples.map(({ machine }) => machine))
  const bare = exported.filter(isMachine).filter((machine) => !told.has(machine))
  const all: readonly Example[] = [...examples, ...bare.map((machine) => ({ machine }))]
  if (all.length === 0)
    throw new TerminalFailure('usage', `${file} exports no machine. Export one that createMachine of xstate returns.`)
  const { driver: given } = module as { driver?: { skip?: Skip } }
  const driver = given === undefined ? null : path
  const skip: Skip = (one) => given?.skip?.(one) ?? null
  const charts = [...new Set(all.map(({ machine }) => machine.id))]
  return charts.map((chart) => ({ chart, driver, skip, examples: all.filter(({ machine }) => machine.id === chart) }))
}
