import { parseArgs } from 'node:util'
import { StartProblem } from '../start-problem.ts'
import { SIMULATED_LOCATIONS } from './locations.ts'

export type DemoOptions = {
  readonly monitors: number
  readonly days: number
  readonly everySeconds: number
  readonly places: number
  readonly seed: number
  readonly projectName: string
  /** Remove the demo instead. */
  readonly isRemoval: boolean
}

/** Name of the project, unless another one is chosen. */
export const DEMO_NAME = 'Demo'

type Bounds = { readonly least: number; readonly most: number; readonly usual: number }

const BOUNDS = {
  monitors: { least: 1, most: 20_000, usual: 200 },
  days: { least: 1, most: 390, usual: 30 },
  frequency: { least: 10, most: 86_400, usual: 900 },
  locations: { least: 1, most: SIMULATED_LOCATIONS.length, usual: 6 },
  seed: { least: 0, most: 2 ** 31 - 1, usual: 1 },
} as const satisfies Record<string, Bounds>

export const DEMO_HELP = `Creates a project with a generated history: daily rhythm, incidents, drift, simulated locations.

  npm run demo -- [options]

${Object.entries({
  monitors: 'number of monitors',
  days: 'days of results, up to now',
  frequency: 'seconds between two runs of a monitor at a location',
  locations: 'number of simulated locations',
  seed: 'the same seed generates the same history',
})
  .map(([name, about]) => {
    const { least, most, usual } = BOUNDS[name as keyof typeof BOUNDS]
    return `  --${name.padEnd(12)}${about} (${least} to ${most}, default ${usual})`
  })
  .join('\n')}
  --project     name of the project (default ${DEMO_NAME})
  --remove      remove the demo

The server may be running.
`

const wholeNumber = (name: keyof typeof BOUNDS, text: string | undefined): number => {
  const { least, most, usual } = BOUNDS[name]
  if (text === undefined) return usual
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new StartProblem(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`)
}

const OPTIONS = {
  monitors: { type: 'string' },
  days: { type: 'string' },
  frequency: { type: 'string' },
  locations: { type: 'string' },
  seed: { type: 'string' },
  project: { type: 'string' },
  remove: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Parses the command line; null if help was requested. Throws a `StartProblem` that names the wrong option. */
export const readDemoOptions = (words: readonly string[]): DemoOptions | null => {
  const { values } = (() => {
    try {
      return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false })
    } catch (cause) {
      throw new StartProblem(`${(cause as Error).message.split('. ')[0]}. npm run demo -- --help lists the options.`)
    }
  })()
  if (values.help) return null
  return {
    monitors: wholeNumber('monitors', values.monitors),
    days: wholeNumber('days', values.days),
    everySeconds: wholeNumber('frequency', values.frequency),
    places: wholeNumber('locations', values.locations),
    seed: wholeNumber('seed', values.seed),
    projectName: values.project?.trim() || DEMO_NAME,
    isRemoval: values.remove ?? false,
  }
}
