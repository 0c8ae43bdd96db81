// @ts-check
import { readFileSync } from 'node:fs'
import { testOfPath, testsOf } from './path.mjs'

/**
 * The definitions of the steps, by their form. A step that happens waits for the state that the next one names.
 * @type {readonly [RegExp, (scenario: { input: unknown, events: { event: any, state: string }[] }, ...words: string[]) => unknown][]}
 */
const definitions = [
  [
    /^(?<chart>\S+) starts with (.+)$/,
    (scenario, _, input = 'null') => {
      scenario.input = JSON.parse(input)
      scenario.events.push({ event: { type: 'xstate.init' }, state: '' })
    },
  ],
  [
    /^(\S+) happens(?: with (.+))?$/,
    (scenario, type, payload = '{}') => scenario.events.push({ event: { type, ...JSON.parse(payload) }, state: '' }),
  ],
  [
    /^it is in (.+)$/,
    ({ events }, state = '') => {
      const last = events.at(-1)
      if (last) last.state = state.replaceAll(' and ', ' | ')
    },
  ],
]

/** The scenarios of a feature file. @param {string} text */
export const scenariosIn = (text) =>
  text
    .split(/^\s*Scenario: /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split('\n').map((line) => line.trim())
      /** @type {{ name: string, input: unknown, events: { event: any, state: string }[] }} */
      const scenario = { name, input: null, events: [] }
      for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
        const step = line.replace(/^(Given|When|Then|And) /, '')
        const found = definitions.find(([form]) => form.test(step))
        if (!found) throw new Error(`No definition of the step “${line}”.`)
        found[1](scenario, .../** @type {RegExpExecArray} */ (found[0].exec(step)).slice(1))
      }
      return scenario
    })

/** Makes a test of each scenario. @param {URL} file @param {string} chart @param {import('./driver.mjs').Driver} driver */
export const runFeature = (file, chart, driver) => {
  const test = testsOf(driver)
  for (const { name, input, events } of scenariosIn(readFileSync(file, 'utf8'))) {
    const steps = events.map(({ event, state }) => ({ event, value: state }))
    const reason = driver.skip?.({ name, steps })
    if (reason) test.skip(name, { annotation: { type: 'skip', description: reason } }, () => {})
    else
      test(
        name,
        testOfPath({ chart, driver, input }, ({ plan }) => {
          for (const { event, value } of steps) plan(event, value)
        }),
      )
  }
}
