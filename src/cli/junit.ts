import type { StartedRun } from '../commands/headless/outcome.ts'
import { reasonsOf } from '../domain/results/result-reasons.ts'

const inXml = (text: string): string =>
  text
    // XML 1.0 has no place for these, even escaped.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${inXml(String(value))}"`)
    .join('')

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** Reasons as one text of sentences; some end with a period of their own. */
const inSentences = (reasons: readonly string[]): string => reasons.map((each) => each.replace(/\.$/, '')).join('. ')

const isSkipped = ({ category }: StartedRun): boolean => category === 'SKIPPED'

const testCase = (run: StartedRun, isFailure: (run: StartedRun) => boolean): string => {
  const { name, of, locationId, responseTime, category, error, resultId } = run
  const head = attributes({
    name,
    classname: `sonde.${of}.${locationId ?? 'any-location'}`,
    time: seconds(responseTime ?? 0),
  })
  const reasons = reasonsOf(run.result)
  const message = reasons[0] ?? `The result is ${category}.`
  const inner =
    error !== null && category === null
      ? `<error${attributes({ message: error })}/>`
      : isSkipped(run)
        ? '<skipped/>'
        : isFailure(run)
          ? `<failure${attributes({ message: error ?? message, type: category ?? 'FAIL' })}>${inXml(inSentences([...reasons, `Result ${resultId ?? ''}`]))}</failure>`
          : ''
  return `    <testcase${head}>${inner}</testcase>\n`
}

const suites = (counts: Readonly<Record<string, string | number>>, startedAt: number, cases: string): string => {
  const suite = attributes({ name: 'sonde', ...counts, timestamp: new Date(startedAt).toISOString().slice(0, 19) })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: 'sonde', ...counts })}>\n  <testsuite${suite}>\n${cases}  </testsuite>\n</testsuites>\n`
}

/** The report of a command that ended with an error, and the sentence that says which. */
export const junitReportOfFailure = (sentence: string, startedAt: number): string => {
  const head = attributes({ name: 'The command ended with an error', classname: 'sonde', time: seconds(0) })
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0, time: seconds(0) }
  return suites(counts, startedAt, `    <testcase${head}><error${attributes({ message: sentence })}/></testcase>\n`)
}

/** Runs as a JUnit report, the form that CI servers read. */
export const junitReport = (
  runs: readonly StartedRun[],
  isFailure: (run: StartedRun) => boolean,
  startedAt: number,
): string => {
  const errors = runs.filter(({ error, category }) => error !== null && category === null)
  const counts = {
    tests: runs.length,
    failures: runs.filter((run) => !errors.includes(run) && !isSkipped(run) && isFailure(run)).length,
    errors: errors.length,
    skipped: runs.filter(isSkipped).length,
    time: seconds(runs.reduce((sum, { responseTime }) => sum + (responseTime ?? 0), 0)),
  }
  return suites(counts, startedAt, runs.map((run) => testCase(run, isFailure)).join(''))
}
