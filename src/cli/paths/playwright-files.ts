import { type PathDocument, slugOf } from '../../../machines/chart/path-document.ts'
import type { ExportedFile } from './exported-file.ts'

const literal = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

/** Why a browser cannot take a path; null where it can. */
export type Skip = (path: PathDocument) => string | null

const skippedTest = ({ name }: PathDocument, reason: string): readonly string[] => [
  `path.skip(${literal(name)}, ${literal(reason)})`,
  '',
]

const testOf = ({ name, input, steps }: PathDocument): readonly string[] => [
  `path(${literal(name)}, { input: ${literal(input)} }, async ({ step }) => {`,
  ...steps.map(({ event, value }) => `  await step(${literal(event)}, ${literal(value)})`),
  '})',
  '',
]

/** The spec of a chart: a test for each path, in the order of the chart. */
export const specOf = (chart: string, driver: string, paths: readonly PathDocument[], skip: Skip): ExportedFile => ({
  path: `${slugOf(chart)}.spec.mjs`,
  text: [
    `import { driver } from '${driver}'`,
    `import { pathsOf } from './support/path.mjs'`,
    '',
    `const path = pathsOf(${literal(chart)}, driver)`,
    '',
    ...paths.flatMap((path) => {
      const reason = skip(path)
      return reason === null ? testOf(path) : skippedTest(path, reason)
    }),
  ].join('\n'),
})
