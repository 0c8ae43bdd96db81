import { type PathDocument, slugOf, stateWords } from '../../../machines/chart/path-document.ts'
import type { ExportedFile } from './exported-file.ts'

const stateOf = (value: unknown): string => stateWords(value).join(' and ')

const scenarioOf = ({ name, chart, input, steps }: PathDocument): readonly string[] => [
  `  Scenario: ${name}`,
  ...steps.flatMap(({ event: { type, ...payload }, value }, index) => [
    index === 0
      ? `    Given ${chart} starts with ${JSON.stringify(input)}`
      : `    When ${type} happens${Object.keys(payload).length === 0 ? '' : ` with ${JSON.stringify(payload)}`}`,
    `    Then it is in ${stateOf(value)}`,
  ]),
  '',
]

/** The feature of a chart, with a scenario for each path, and the spec that runs it. */
export const featureFiles = (
  chart: string,
  driver: string,
  paths: readonly PathDocument[],
): readonly ExportedFile[] => [
  { path: `${slugOf(chart)}.feature`, text: [`Feature: ${chart}`, '', ...paths.flatMap(scenarioOf)].join('\n') },
  {
    path: `${slugOf(chart)}.feature.spec.mjs`,
    text: [
      `import { driver } from '${driver}'`,
      `import { runFeature } from './support/feature.mjs'`,
      '',
      `runFeature(new URL('./${slugOf(chart)}.feature', import.meta.url), ${JSON.stringify(chart)}, driver)`,
      '',
    ].join('\n'),
  },
]
