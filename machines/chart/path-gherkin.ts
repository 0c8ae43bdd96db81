import { type PathDocument, stateWords } from './path-document.ts'

/** A path as a scenario of a feature. */
const scenarioOf = ({ name, chart, input, steps }: PathDocument): readonly string[] => [
  `  Scenario: ${name}`,
  ...steps.flatMap(({ event: { type, ...payload }, value }, index) => [
    index === 0
      ? `    Given ${chart} starts with ${JSON.stringify(input)}`
      : `    When ${type} happens${Object.keys(payload).length === 0 ? '' : ` with ${JSON.stringify(payload)}`}`,
    `    Then it is in ${stateWords(value).join(' and ')}`,
  ]),
  '',
]

/** The feature of a chart, with a scenario for each path. */
export const featureOf = (chart: string, paths: readonly PathDocument[]): string =>
  [`Feature: ${chart}`, '', ...paths.flatMap(scenarioOf)].join('\n')
