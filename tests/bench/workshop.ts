import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Installation, openInstallation } from '../support/installation.ts'
import { openReceiver, type Receiver } from '../support/loopback.ts'
import { buildPrograms, type Programs } from '../support/programs.ts'
import { firstLineOf } from './programs.ts'

/** An installation to measure, with a target (a separate process) and a webhook receiver. */
export type Workshop = {
  readonly installation: Installation
  readonly programs: Programs
  readonly targetUrl: string
  readonly receiver: Receiver
}

/** Opens an installation for one measurement, and stops everything afterwards. `reachable`: further targets. */
export const inWorkshop = async <Result>(
  measure: (workshop: Workshop) => Promise<Result>,
  reachable: readonly string[] = [],
): Promise<Result> => {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  const interrupted = () => void close().finally(() => process.exit(1))
  process.once('SIGINT', interrupted)
  try {
    const programs = await buildPrograms()
    closing.push(programs.remove)
    const target = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('plain-server.ts', import.meta.url))],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    closing.push(() => target.kill() && once(target, 'exit'))
    const address = `127.0.0.1:${await firstLineOf(target)}`
    const receiver = await openReceiver()
    closing.push(receiver.close)
    const installation = await openInstallation(programs, {
      SONDE_ALLOW_PRIVATE: [address, `127.0.0.1:${receiver.port}`, ...reachable].join(','),
    })
    closing.push(installation.close)
    await installation.healthy()
    return await measure({ installation, programs, targetUrl: `http://${address}`, receiver })
  } finally {
    process.off('SIGINT', interrupted)
    await close()
  }
}
