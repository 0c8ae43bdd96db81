import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { served } from '../contract/aliases.ts'
import { alertLoops } from './alerts/loops.ts'
import { appConfiguration } from './app-configuration.ts'
import { authLoops } from './auth/loops.ts'
import { certificateLoops } from './certificates/expiry-warnings.ts'
import type { Configuration } from './configuration.ts'
import { openConnectionDoor } from './connections/door.ts'
import type { Providers } from './delivery/channels/providers.ts'
import { deleteOldDeliveries } from './delivery/deliveries.ts'
import { deliveryLoops } from './delivery/loops.ts'
import { openSender } from './delivery/sender.ts'
import { digestLoops } from './digests/loops.ts'
import { AGENTS_RETURN_MS, holdLeases } from './dispatch/lease.ts'
import { openContent } from './files/uploads.ts'
import { handlersWith } from './handlers/handlers.ts'
import { openAppPage } from './http/app-page.ts'
import { requestsUnderWay } from './http/requests-under-way.ts'
import { serve } from './http/serve.ts'
import { ingestLoops } from './ingest/loops.ts'
import { insightLoops } from './insights/loops.ts'
import { keyLoops } from './keys/loops.ts'
import { liveLoops } from './live/loops.ts'
import { mailLoops } from './mail/loops.ts'
import { openMcpDoor } from './mcp/door.ts'
import { openServices } from './open-services.ts'
import { AGENT_PATH, programDownloads, readProgramFile, TERMINAL_PATH } from './program-file.ts'
import { ownUrl, reachableHost } from './public-url.ts'
import { quotaLoops } from './quota/loops.ts'
import { schedulerLoops } from './scheduler/loops.ts'
import type { Services } from './services.ts'
import { silenceLoops } from './silence/loops.ts'
import { type AgentProgram, runEmbeddedAgent } from './start/embedded-agent.ts'
import { listen, REQUEST_TIMEOUTS } from './start/listen.ts'
import { openLoops } from './start/loops.ts'
import { openReadyStore } from './start/ready-store.ts'
import { requestRouter } from './start/request-router.ts'
import { upkeepLoops } from './start/upkeep.ts'
import { StartProblem } from './start-problem.ts'
import { statusLoops } from './status/loops.ts'
import { openStatusVisits } from './status/visits.ts'
import { storeLoops } from './store/loops.ts'

export type ServerOptions = {
  configuration: Configuration
  log: (line: string) => void
  /** What is being done now, for a person who waits. */
  onStep: (step: string) => void
  clock: () => number
  /** Ends a start that is under way: it rejects once all that was opened is closed. */
  signal?: AbortSignal
  /** Milliseconds that never go back; the machine's own where absent. */
  steadyMs?: () => number
  /** How the embedded agent is run; null for none. */
  agent: AgentProgram | null
  /** The agent's program as it is handed out. */
  agentFile?: string
  /** The terminal's built program. */
  terminalFile?: string
  /** Where the web app was built. */
  webDir?: string
  checkAnswers?: boolean
  /** Is told the endpoint of each request that begins. */
  onRequest?: (endpoint: string) => void
  /** Where the services answer that webhooks send to; for tests. */
  providers?: Providers
}

export type Server = {
  /** Where people reach it. */
  url: string
  sampleUrl: string
  /** Where an empty installation is set up; null where that is done. */
  setupToken: string | null
  joinToken: string
  services: Services
  /**
   * Resolves once the embedded agent has joined, so that monitors can be run, or when the server stops. Rejects with a `StartProblem` if
   * the agent cannot run.
   */
  ready(): Promise<void>
  pids(): { postgres: number | null; agent: number | undefined }
  stop(): Promise<void>
}

/** Most that a server that stops waits for requests that it still answers. */
const MOST_WAIT_MS = 10_000

/** Opens store, services, loops and door, in this order, and the embedded agent; `stop` closes them in the opposite order. */
export const openServer = async (options: ServerOptions): Promise<Server> => {
  const { configuration, log, clock, signal, steadyMs = () => performance.now() } = options
  const closing: (() => Promise<void>)[] = []
  const onOpen = (close: () => Promise<void>) => {
    closing.push(close)
    signal?.throwIfAborted()
  }
  const onStep = (step: string) => {
    signal?.throwIfAborted()
    options.onStep(step)
  }
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const http = createServer(REQUEST_TIMEOUTS)
    await listen(http, configuration)
    onOpen(async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    })
    const { port } = http.address() as AddressInfo
    const url = configuration.port === 0 ? ownUrl(configuration.host, port) : configuration.url

    const store = await openReadyStore(configuration, { log, onStep, clock, onOpen, ...(signal && { signal }) })
    const agentFile = await readProgramFile(options.agentFile)
    const terminalFile = await readProgramFile(options.terminalFile)
    const loops = openLoops(log)
    const { services, scheduling, limits, allowPrivate, local } = await openServices({
      configuration,
      store,
      url,
      hasAgent: options.agent !== null,
      agentFile,
      terminalFile,
      samplePort: configuration.port === 0 ? 0 : port + 1,
      providers: options.providers,
      clock,
      steadyMs,
      log,
      wake: loops.wake,
      onOpen,
    })

    const { database, sealing, live, ingest, mail, wakeDelivery } = services
    const { db } = database
    const { announce } = live
    const sender = openSender({
      ...services.delivering,
      database,
      results: services.results,
      wake: wakeDelivery,
      isBehind: ingest.isBehind,
      announce,
      log,
    })
    await holdLeases(db, clock() + AGENTS_RETURN_MS, clock())
    loops.start([
      ...deliveryLoops(sender),
      ...digestLoops(services),
      ...mailLoops({ ...services, transport: mail }),
      ...statusLoops(services),
      ...schedulerLoops(scheduling),
      ...ingestLoops({ ...services, announce }),
      ...alertLoops({ ...services, announce }),
      ...authLoops({ ...services.refreshing, clock }),
      ...silenceLoops({ ...services, announce }),
      ...certificateLoops({ ...services, announce }),
      ...keyLoops(services),
      ...quotaLoops({ ...services, announce }),
      ...storeLoops(services),
      ...insightLoops(services),
      ...upkeepLoops({ db, sealing, clock, partitions: store.partitions, deleteOldDeliveries }),
      ...liveLoops(live),
    ])
    onOpen(async () => {
      await loops.stop('work')
      await ingest.idle()
      await loops.stop('delivery')
      await loops.stop('digests')
      await loops.stop('mail')
      await sender.idle()
      mail.close()
    })

    const underWay = requestsUnderWay()
    onOpen(async () => {
      const ended = underWay.stop(MOST_WAIT_MS)
      // Requests that wait for work or events would not end by themselves.
      services.dispatch.stop()
      await loops.stop('live')
      live.stop()
      const left = await ended
      if (left > 0) log(cutOff(left))
    })

    const { projectHeader, trustProxy } = configuration
    const app = serve(served, handlersWith(services), {
      database,
      sealing,
      keyring: services.keyring,
      documentBytes: configuration.projectDocumentsBytes,
      clock,
      projectHeader,
      identity: services.identity,
      limits,
      trustProxy,
      tolerated: new Set(Object.keys(configuration.defaultQuery)),
      announce,
      openUpload: async (projectKey, bytes) => {
        if (projectKey === null) throw new Error('Files are uploaded to a project.')
        return openContent(db, projectKey, configuration, { bytes, now: clock() })
      },
      appPage: await openAppPage({
        folder: options.webDir ?? null,
        files: programDownloads({ [AGENT_PATH]: agentFile, [TERMINAL_PATH]: terminalFile }),
        configuration: () => appConfiguration(services),
      }),
      log,
      ...(options.checkAnswers && { checkAnswers: true }),
      ...(options.onRequest && { onRequest: options.onRequest }),
    })
    http.removeAllListeners('request')
    const { provider, joinToken, sampleUrl } = services
    const status = openStatusVisits({
      ...services,
      db,
      pages: services.statusPages,
      limits,
      trustProxy,
      mailLeaves: () => mail.settings !== null,
    })
    http.on(
      'request',
      underWay.counting(
        requestRouter({
          url,
          provider,
          trustProxy,
          limits,
          status,
          mcp: openMcpDoor({ ...services, app, db, limits, trustProxy, projectHeader, log }),
          connections: openConnectionDoor({ url, db, clock, limits, trustProxy, log }),
          rest: getRequestListener(app.fetch),
        }),
      ),
    )

    const agent =
      options.agent &&
      runEmbeddedAgent({
        program: options.agent,
        serverUrl: `http://${reachableHost(configuration.host, '127.0.0.1')}:${port}`,
        joinToken,
        dataDir: configuration.dataDir,
        allowPrivate,
        settings: configuration.embeddedAgent,
        log,
      })
    if (agent) onOpen(() => agent.stop())
    return {
      url,
      sampleUrl,
      setupToken: await services.setupToken(),
      joinToken,
      services,
      ready: () => Promise.race([local.joined(), ...(agent ? [agent.refused().then(cannotRun)] : [])]),
      pids: () => ({ postgres: store.postgresPid(), agent: agent?.pid() }),
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** "1 request was still being answered after 10 s and is cut off." */
const cutOff = (count: number): string =>
  `${count === 1 ? '1 request was' : `${count} requests were`} still being answered after ${MOST_WAIT_MS / 1000} s and ${count === 1 ? 'is' : 'are'} cut off.`

const cannotRun = (sentence: string): never => {
  throw new StartProblem(`The embedded agent cannot run: ${sentence}`)
}
