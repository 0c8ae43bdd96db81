import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { systemResolve } from '../runner/address.ts'
import { browserAccount } from './account.ts'
import type { BrowserStart, FromBrowser, ToBrowser } from './browser-messages.ts'
import { CheckingProxy } from './checking-proxy.ts'
import { runTask } from './run-task.ts'
import { SharedBrowser } from './shared-browser.ts'

const serve = async (port: MessagePort, { path, concurrency, allowed }: BrowserStart): Promise<void> => {
  const tell = (message: FromBrowser) => port.postMessage(message)
  const log = (line: string) => tell({ log: line })
  // A promise of the driver that nobody awaits any more, as after a page was closed, must not end the other runs.
  process.on('unhandledRejection', (error) => log(`browser tests: unhandled rejection: ${faultSummary(error)}`))
  const steadyMs = () => performance.now()
  const proxy = await CheckingProxy.open({ resolve: systemResolve, allowed, steadyMs })
  const browser = new SharedBrowser({
    path,
    account: browserAccount(),
    proxyPort: proxy.port,
    concurrency,
    log,
    changed: (pids) => tell({ pids }),
    started: (isSandboxed) => tell({ isSandboxed }),
  })

  const run = async ({ run: number, task, shown }: Exclude<ToBrowser, 'end'>): Promise<void> => {
    tell({ run: number, outcome: await runTask({ browser, proxy, log }, task, shown) })
  }

  port.on('message', (message: ToBrowser) => {
    if (message !== 'end') void run(message)
    else
      void browser
        .close()
        .then(() => proxy.close())
        .finally(() => tell('ended'))
  })
}

/** Whether this thread was started to run browser tests. */
export const isBrowserThread = (): boolean =>
  typeof workerData === 'object' && workerData !== null && 'kind' in workerData && workerData.kind === 'browser'

/** Runs browser tests for the thread that started this one. */
export const serveBrowserTests = (): void => {
  // Only `BrowserThread` starts threads of this program with this data.
  if (parentPort) void serve(parentPort, workerData as BrowserStart)
}
