import type { Page } from 'playwright'

/** What a page complained about, as nobody should ever see: script errors, refused resources, broken rules of its policy. */
export type Complaints = {
  /** Those that were not expected, so far. */
  list(): readonly string[]
  /** A complaint of this form is what the test provokes. */
  expect(pattern: RegExp): void
}

/** Listens to everything that a browser says is wrong with a page. */
export const listenForComplaints = (page: Page): Complaints => {
  const said: string[] = []
  const expected: RegExp[] = []
  const at = () => new URL(page.url(), 'about:blank').pathname
  page.on('console', (message) => {
    // The policy's reports come as errors of the console too.
    if (message.type() === 'error' || (message.type() === 'warning' && /React|Warning:/.test(message.text())))
      said.push(`${at()}: console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => said.push(`${at()}: threw: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A request that nobody waits for any more: its page or its project was left.
    if (why !== 'net::ERR_ABORTED') said.push(`${at()}: ${request.method()} ${request.url()} failed: ${why}`)
  })
  return {
    list: () => said.filter((line) => !expected.some((pattern) => pattern.test(line))),
    expect: (pattern) => void expected.push(pattern),
  }
}
