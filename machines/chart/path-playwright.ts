import type { PathDocument } from './path-document.ts'

const literal = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

/** The beginning of a spec about a chart: what its tests run with, by the paths of an exported folder. */
export const specHead = (chart: string, driver: string): readonly string[] => [
  `import { driver } from '${driver}'`,
  `import { pathsOf } from './support/path.mjs'`,
  '',
  `const path = pathsOf(${literal(chart)}, driver)`,
  '',
]

/** A path as a test of a spec; with a reason, one that is skipped. */
export const specTest = ({ name, input, steps }: PathDocument, skipped: string | null = null): readonly string[] =>
  skipped === null
    ? [
        `path(${literal(name)}, { input: ${literal(input)} }, async ({ step }) => {`,
        ...steps.map(({ event, value }) => `  await step(${literal(event)}, ${literal(value)})`),
        '})',
        '',
      ]
    : [`path.skip(${literal(name)}, ${literal(skipped)})`, '']
