import { joinAgent } from '../support/agent.ts'
import { type AgentProcess, startAgentProcess } from '../support/agent-process.ts'
import { openPrograms } from '../support/built-programs.ts'
import { eventually } from '../support/eventually.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { listenOnLoopback, openReceiver, type Receiver } from '../support/loopback.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import { type Reporter, startReporter } from './reporter.ts'

const MONITORS = 50
/** One in this many monitors calls a URL that fails. */
const FAILS_EVERY = 10

/**
 * An installation under load: monitors called every second by the embedded agent and by one of an operator's, a webhook
 * for all that fails, and an agent played by hand that reports as fast as it can.
 */
export type World = {
  readonly installation: Installation
  readonly agent: AgentProcess
  readonly receiver: Receiver
  readonly reporter: Reporter
  /** Lets the load go on until that many more results were acknowledged. */
  acknowledgedMore(count: number): Promise<void>
  /** Nothing new becomes due or is reported after this. */
  endLoad(): Promise<void>
  close(): Promise<void>
}

/** `parent`: where the installation's folder is made, such as a small disk. */
export const openWorld = async (parent?: string): Promise<World> => {
  const closing: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one()
  }
  try {
    const programs = await openPrograms()
    closing.push(programs.remove)
    const target = await listenOnLoopback((request, response) => {
      response.writeHead(request.url === '/fail' ? 500 : 200).end('hello')
    })
    closing.push(target.close)
    const receiver = await openReceiver()
    closing.push(receiver.close)
    const allowPrivate = `127.0.0.1:${target.port},127.0.0.1:${receiver.port}`
    const installation = await openInstallation(programs, { SONDE_ALLOW_PRIVATE: allowPrivate }, parent)
    closing.push(installation.close)
    const agent = startAgentProcess(programs, installation, { name: 'far', allowPrivate })
    closing.push(agent.stop)

    const { api, query } = installation
    const urls = Array.from({ length: MONITORS }, (_, at) => target.url + (at % FAILS_EVERY === 0 ? '/fail' : '/'))
    const monitors = await makeMonitors(installation, urls)
    await api.post('/api/3/webhooks/', { alerts: ['FAIL'], parameters: { url: receiver.url } })
    const hand = await joinAgent(api, installation.joinToken, 'hand')
    const scheduleId = await makeSchedule(installation, monitors, { everySeconds: 1, locations: ['local', 'far'] })
    const [location] = await query<{ key: number }>("select key from location where id = 'hand'")

    const reporter = startReporter(hand, location?.key ?? 0, monitors, Date.now)
    closing.push(reporter.stop)
    return {
      installation,
      agent,
      receiver,
      reporter,
      endLoad: async () => {
        await reporter.stop()
        await api.put(`/api/3/schedules/${scheduleId}`, { enabled: false })
      },
      acknowledgedMore: async (count) => {
        const before = reporter.acknowledged.size
        await eventually(async () => reporter.acknowledged.size >= before + count, { what: `${count} more receipts` })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
