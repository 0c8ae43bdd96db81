import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pathsFor } from '../../machines/chart/coverage.ts'
import { longestPaths } from '../../machines/chart/longest-paths.ts'
import type { PathDocument } from '../../machines/chart/path-document.ts'
import { TooManyPaths } from '../../machines/chart/simple-paths.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { LocalRun } from './local-commands.ts'
import { jsonText } from './paths/exported-file.ts'
import { type Flow, flowsIn, productFlows } from './paths/flow.ts'
import { FORMATS, type FormatName, needsDriver } from './paths/formats.ts'
import { ownDriver, reasonToSkip } from './paths/kit-files.ts'

/** The set of paths to write: what `pathsFor` gives, or those of the transitions without the beginnings of others. */
const COVERAGES = ['states', 'transitions', 'longest', 'simple'] as const
type Coverage = (typeof COVERAGES)[number]

const USAGE = `Usage: sonde paths [MACHINE…] [--format ${Object.keys(FORMATS).join('|')}] [--coverage ${COVERAGES.join('|')}] [--from FILE] [--out DIR]`

const optionsIn = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'json' },
        coverage: { type: 'string', default: 'transitions' },
        from: { type: 'string' },
        out: { type: 'string' },
      },
    })
  } catch (cause) {
    throw new TerminalFailure('usage', USAGE, { cause })
  }
}

const isFormat = (name: string): name is FormatName => Object.hasOwn(FORMATS, name)
const isCoverage = (name: string): name is Coverage => COVERAGES.some((each) => each === name)

const oneOf = <Name extends string>(
  is: (name: string) => name is Name,
  flag: string,
  name: string,
  all: readonly string[],
): Name => {
  if (is(name)) return name
  throw new TerminalFailure('usage', `${flag} must be one of ${all.join(', ')}, but is “${name}”.`)
}

/** The named charts; without names, all that the format can write. */
const chosen = (all: readonly Flow[], names: readonly string[], format: FormatName): readonly Flow[] => {
  const known = all.map(({ chart }) => chart)
  for (const name of names)
    if (!known.includes(name))
      throw new TerminalFailure('usage', `No machine is called “${name}”. There are ${known.join(', ')}.`)
  if (names.length > 0) return all.filter(({ chart }) => names.includes(chart))
  return all.filter(({ chart, driver }) => !needsDriver(format) || driver !== null || ownDriver(chart) !== null)
}

const pathsIn = (flow: Flow, coverage: Coverage, format: FormatName) => {
  try {
    if (coverage !== 'longest') return { flow, paths: pathsFor(flow.examples, coverage) }
    const skip = flow.skip ?? reasonToSkip
    const isSkipped = (path: PathDocument) => needsDriver(format) && skip(path) !== null
    return { flow, paths: longestPaths(pathsFor(flow.examples, 'transitions'), isSkipped) }
  } catch (cause) {
    if (cause instanceof TooManyPaths) throw new TerminalFailure('usage', cause.message, { cause })
    throw cause
  }
}

/** `sonde paths signIn --format playwright --out tests/paths` */
export const exportPaths: LocalRun = async ({ words, flags, io }) => {
  const { values, positionals } = optionsIn(words)
  const format = oneOf(isFormat, '--format', values.format, Object.keys(FORMATS))
  const coverage = oneOf(isCoverage, '--coverage', values.coverage, COVERAGES)
  const flows = await (values.from === undefined ? productFlows() : flowsIn(values.from))
  const all = chosen(flows, positionals, format).map((flow) => pathsIn(flow, coverage, format))
  const out = resolve(values.out ?? '.')
  const files = FORMATS[format](all, out)
  if (values.out === undefined) {
    // Without a folder, the paths themselves; the kit that runs them is for files.
    if (format === 'json') io.out(jsonText(all.flatMap(({ paths }) => paths)))
    else
      io.out(
        files
          .filter(({ path }) => !path.includes('support/') && !path.includes('drivers/'))
          .map(({ text }) => text)
          .join('\n'),
      )
    return 0
  }
  for (const { path, text } of files) {
    const file = join(out, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const count = all.reduce((sum, { paths }) => sum + paths.length, 0)
  const machines = all.length === 1 ? (all[0]?.flow.chart ?? '') : `${all.length} machines`
  if (flags.quiet === undefined)
    io.err(`${count} ${count === 1 ? 'path' : 'paths'} of ${machines}, ${files.length} files in ${values.out}\n`)
  return 0
}
