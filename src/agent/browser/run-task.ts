import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { Step } from '../../domain/monitors/browser-steps.ts'
import type { Log } from '../log.ts'
import type { CheckingProxy } from './checking-proxy.ts'
import type { BrowserOutcome, PageTask } from './page-task.ts'
import { runPage } from './run-page.ts'
import { BrowserFault, type SharedBrowser } from './shared-browser.ts'
import { STEP_WAIT_MS } from './steps.ts'

/** Runs a browser test as soon as the shared browser has room for it. `shown` are its steps with their placeholders. Never rejects. */
export const runTask = async (
  {
    browser,
    proxy,
    log,
    stepWaitMs = STEP_WAIT_MS,
  }: { browser: SharedBrowser; proxy: CheckingProxy; log: Log; stepWaitMs?: number },
  task: PageTask,
  shown: readonly Step[],
): Promise<BrowserOutcome> => {
  const askedMs = performance.now()
  try {
    const { project, settings } = task
    return await browser.use({ timeoutMs: settings.timeout_ms, project }, async (lease) => {
      const waitedMs = performance.now() - askedMs
      return { ...(await runPage(lease, task, shown, { proxy, stepWaitMs })), waitedMs }
    })
  } catch (error) {
    if (error instanceof BrowserFault) return { trouble: error.message }
    log(`a browser test failed: ${faultSummary(error)}`)
    return { trouble: 'the agent failed while running the test' }
  }
}
