import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** A test that failed, or failed at first: its file, its full name, and the beginning of its error; its attempts may differ. */
export type Failure = { readonly file: string; readonly test: string; readonly error: string }

/** Counts and failures of a whole run. */
export type EndReport = {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly Failure[]
  /** Tests that passed only when they were run again. */
  readonly flaky: readonly Failure[]
  readonly files: readonly { readonly file: string; readonly seconds: number }[]
}

const firstLine = (message: string | undefined): string => message?.split('\n')[0]?.slice(0, 300) ?? ''

/** Each attempt's error with what it compared, since the summary is often all that one gets to see of a run. */
const attempts = (errors: readonly { readonly message: string; readonly diff?: string; readonly stack?: string }[]) =>
  errors
    .map(({ message, diff = '', stack = '' }) => {
      const place = /tests\/[\w./-]+:\d+:\d+/.exec(stack)?.[0] ?? ''
      const lines = `${message}\n${diff}`.split('\n').filter((line) => line.trim() !== '')
      return [firstLine(message), place, ...lines.slice(1, 13).map((line) => `      ${line.slice(0, 300)}`)].join(
        '\n    ',
      )
    })
    .join('\n    then: ')

const failureOf = (test: TestCase): Failure => ({
  file: test.module.relativeModuleId,
  test: test.fullName,
  error: attempts(test.result().errors ?? []),
})

/** Vitest's reporter for the summary of `npm test`: it writes an {@link EndReport} as JSON to the file `SONDE_END_REPORT`. */
export default class EndReporter implements Reporter {
  #rootFolder = ''
  onInit({ config }: Vitest): void {
    this.#rootFolder = config.root
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    faults: readonly { readonly message: string; readonly stack?: string }[],
  ) {
    const target = process.env.SONDE_END_REPORT
    if (!target) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    const unloaded = modules.flatMap((module) =>
      module.errors().map(({ message }) => ({ file: module.relativeModuleId, test: '', error: firstLine(message) })),
    )
    const outside = faults.map(({ message, stack = '' }) => ({
      file: /\/(tests\/[\w./-]+)/.exec(stack.replaceAll(this.#rootFolder, ''))?.[1] ?? '',
      test: 'outside every test',
      error: firstLine(message),
    }))
    const report: EndReport = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length + unloaded.length + outside.length,
      failures: [...failed.map(failureOf), ...unloaded, ...outside],
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(failureOf),
      files: modules.map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 })),
    }
    writeFileSync(target, JSON.stringify(report))
  }
}
