import { relative } from 'node:path'
import { type PathDocument, slugOf } from '../../../machines/chart/path-document.ts'
import { TerminalFailure } from '../exit-codes.ts'
import { type ExportedFile, jsonText } from './exported-file.ts'
import type { Flow } from './flow.ts'
import { featureFiles } from './gherkin-files.ts'
import { kitFiles, ownDriver, reasonToSkip } from './kit-files.ts'
import { mermaidFiles } from './mermaid-files.ts'
import { specOf } from './playwright-files.ts'

/** A chart's paths, to be written. */
export type FlowPaths = { readonly flow: Flow; readonly paths: readonly PathDocument[] }

/** Writes the files of several charts. `out` is the folder that they are for. */
type Format = (all: readonly FlowPaths[], out: string) => readonly ExportedFile[]

const driverOf = ({ chart, driver }: Flow, out: string): string => {
  const path = driver === null ? ownDriver(chart) : relative(out, driver).replaceAll('\\', '/')
  if (path === null)
    throw new TerminalFailure(
      'usage',
      `No driver says how the events of ${chart} happen in a browser. Use --format json or mermaid, or --from with a module that exports a driver.`,
    )
  return path.startsWith('.') ? path : `./${path}`
}

const charts = (all: readonly FlowPaths[]): readonly string[] =>
  all.flatMap(({ flow: { chart, driver } }) => (driver === null ? [chart] : []))

/** Formats by name. */
export const FORMATS = {
  json: (all) =>
    all.flatMap(({ paths }) =>
      paths.map((path) => ({ path: `${slugOf(path.chart)}/${path.name}.json`, text: jsonText(path) })),
    ),
  mermaid: (all) =>
    all.flatMap(({ flow: { examples }, paths }) =>
      examples.slice(0, 1).flatMap(({ machine }) => mermaidFiles(machine, paths)),
    ),
  playwright: (all, out) => [
    ...all.map(({ flow, paths }) => specOf(flow.chart, driverOf(flow, out), paths, flow.skip ?? reasonToSkip)),
    ...kitFiles(charts(all), ['playwright.config.mjs']),
  ],
  gherkin: (all, out) => [
    ...all.flatMap(({ flow, paths }) => featureFiles(flow.chart, driverOf(flow, out), paths)),
    ...kitFiles(charts(all), ['playwright.config.mjs']),
  ],
} as const satisfies Readonly<Record<string, Format>>

export type FormatName = keyof typeof FORMATS

/** Whether the charts of the product can be written in this format without a driver. */
export const needsDriver = (format: FormatName): boolean => format === 'playwright' || format === 'gherkin'
