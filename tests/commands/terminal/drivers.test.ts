import { expect, test } from 'vitest'
import { pathsFor } from '../../../machines/chart/coverage.ts'
import { stateWords } from '../../../machines/chart/path-document.ts'
import { examples } from '../../../machines/examples/examples.ts'
import { ownDriver, reasonToSkip } from '../../../src/cli/paths/kit-files.ts'

/** Charts whose exported paths run in a browser. */
const DRIVEN = ['authorization', 'console', 'draft', 'projectSwitch', 'resource', 'run', 'signIn', 'wizard']

type Rows = Readonly<Record<string, unknown>>
type Effect = { readonly always?: unknown; readonly done?: unknown; readonly error?: unknown }
type Driver = { readonly events: Rows; readonly states: Rows; readonly effects?: Readonly<Record<string, Effect>> }

const driverOf = async (chart: string): Promise<Driver> => {
  // A driver is a module without types for others.
  const module = (await import(/* @vite-ignore */ `../../../src/cli/paths/kit/${ownDriver(chart)}`)) as {
    readonly driver: Driver
  }
  return module.driver
}

/** The row that makes an event happen: its own, the answer of its effect, or that of its delay. */
const rowOf = (type: string, { events, effects = {} }: Driver): unknown => {
  const [, how, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  const delay = /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? ''
  return events[type] ?? (how === undefined ? events[delay] : effects[id]?.[how === 'done' ? 'done' : 'error'])
}

/** The steps of all paths of a chart that a browser takes. */
const stepsOf = (chart: string) =>
  pathsFor(examples[chart] ?? [], 'transitions')
    .filter((path) => reasonToSkip(path) === null)
    .flatMap(({ steps }) => steps)

test('all charts with a driver are known here, and those named here have one', () => {
  expect(Object.keys(examples).filter((chart) => ownDriver(chart) !== null)).toEqual(DRIVEN)
})

for (const chart of DRIVEN)
  test(`the driver of ${chart} says how each event happens and what each state shows, and nothing else`, async () => {
    const driver = await driverOf(chart)
    const steps = stepsOf(chart)
    const types = [...new Set(steps.map(({ event }) => event.type))].filter((type) => type !== 'xstate.init')
    expect(types.filter((type) => rowOf(type, driver) === undefined)).toEqual([])
    expect(
      Object.keys(driver.events).filter((row) => !types.some((type) => rowOf(type, driver) === driver.events[row])),
    ).toEqual([])
    const states = new Set(steps.map(({ value }) => stateWords(value).join(' | ')))
    expect(Object.keys(driver.states).sort()).toEqual([...states].sort())
  })
