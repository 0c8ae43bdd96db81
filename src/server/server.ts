import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { contract } from '../contract/contract.ts'
import { VERSION } from '../contract/core/version.ts'
import { parseAllowed } from '../domain/core/addresses.ts'
import { countCode } from './access/guess.ts'
import { isEmpty } from './access/setup.ts'
import { tellDeliveryErrors } from './alerts/delivery-errors.ts'
import { sweepAlerts } from './alerts/sweep.ts'
import { appConfiguration, WEB_CLIENT } from './app-configuration.ts'
import type { Configuration } from './configuration.ts'
import { PROVIDERS, type Providers } from './delivery/channels/providers.ts'
import { forgetDeliveries } from './delivery/deliveries.ts'
import { openSender } from './delivery/sender.ts'
import { openStartRun } from './delivery/start-run.ts'
import { writeDueDigests } from './digests/due.ts'
import { openDispatch } from './dispatch/dispatch.ts'
import { dropExpired } from './dispatch/lease.ts'
import { openTrials } from './dispatch/trials.ts'
import { handlersWith } from './handlers/handlers.ts'
import { noteSignOuts } from './handlers/identity/sessions.ts'
import { openAppPage } from './http/app-page.ts'
import { clientAddress } from './http/client-address.ts'
import { forgetOld } from './http/idempotency.ts'
import { serve } from './http/serve.ts'
import { openIdentity } from './identity/open.ts'
import { openIngest } from './ingest/ingest.ts'
import { sweepLostRuns } from './ingest/lost-runs.ts'
import { openLimits } from './limits/limits.ts'
import { LOOK_MS, openLive } from './live/live.ts'
import { openPostman } from './mail/postman.ts'
import { mayMailIn } from './mail/recipients.ts'
import { openMailTransport } from './mail/transport.ts'
import { openSampleNear, sampleHosts } from './sample/near.ts'
import { openScheduling } from './scheduler/scheduling.ts'
import type { Health, Services } from './services.ts'
import { beat } from './silence/beat.ts'
import { openSilenceWatch } from './silence/watch.ts'
import { doorTo } from './start/door.ts'
import { type AgentProgram, runEmbeddedAgent } from './start/embedded-agent.ts'
import { createFirstAccount } from './start/first-account.ts'
import { forgetIdentity } from './start/forget-identity.ts'
import { openJoinToken, openSealing, openSetupToken } from './start/installation.ts'
import { ARRIVAL, listen } from './start/listen.ts'
import { loop } from './start/loop.ts'
import { openLoopDelay } from './start/loop-delay.ts'
import { openStore } from './start/store.ts'
import { forgetAgents } from './store/agents/agents.ts'
import { beginChains } from './store/audit/audit-adoption.ts'
import { dropOldEntries } from './store/audit/audit-retention.ts'
import { forgetEvents } from './store/core/events.ts'
import { partitionsOf } from './store/core/partitions.ts'
import { adoptSecrets } from './store/monitors/secret-adoption.ts'
import { forgetNotifications } from './store/notifications/notifications.ts'
import { clearRemoved } from './store/projects/project-removal.ts'
import { postgresResults } from './store/results/result-store.ts'
import { forgetTrials } from './store/runs/trials.ts'
import { COMPACTION_EVERY_MS, compact } from './store/statistics/compaction.ts'

export type ServerOptions = {
  configuration: Configuration
  log: (line: string) => void
  /** What is being done now, for a person who waits. */
  onStep: (step: string) => void
  clock: () => number
  /** Milliseconds that never go back; the machine's own where absent. */
  steadyMs?: () => number
  /** How the embedded agent is run; null for none. */
  agent: AgentProgram | null
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
  pids(): { postgres: number | null; agent: number | undefined }
  stop(): Promise<void>
}

const TICK_MS = 200
const SWEEP_MS = 1_000
const DELIVERY_MS = 1_000
const MAIL_MS = 5_000
const DIGESTS_MS = 20_000
const UNDELIVERED_MS = 15_000
const SILENCE_MS = 5_000
const UPKEEP_MS = 600_000
const FORGET_EVENTS_MS = 60_000
const REMOVAL_MS = 60_000
const HEAL_MS = 30_000

/** Opens the store, listens, and starts all that turns: scheduler, alerts, deliveries, upkeep, and the embedded agent. */
export const openServer = async (options: ServerOptions): Promise<Server> => {
  const { configuration, log, onStep, clock, steadyMs = () => performance.now() } = options
  const closing: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const http = createServer(ARRIVAL)
    await listen(http, configuration)
    closing.push(async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    })
    const { port } = http.address() as AddressInfo
    const url = configuration.port === 0 ? `http://localhost:${port}` : configuration.url
    // Whoever follows it may have another project open.
    const resultUrl = (id: string, projectId: string) => `${url}/tests/result/${id}?project_key_str=${projectId}`

    const store = await openStore(configuration, { log, onStep, clock })
    closing.push(() => store.close())
    const { database } = store
    const { db } = database
    const sealing = await openSealing(db, configuration.dataDir, configuration.secretKey)
    await adoptSecrets(db, sealing, log)
    const taken = await beginChains(db, sealing, clock())
    if (taken > 0) log(`audit: ${taken} entries from before are chained from now on`)
    const joinToken = await openJoinToken(db, sealing, configuration.dataDir)
    await createFirstAccount(db, configuration, clock())
    const partitions = partitionsOf(db)
    await partitions.maintain(clock())

    const sample = await openSampleNear(configuration.port === 0 ? 0 : port + 1, log)
    closing.push(() => sample.stop())
    const allowPrivate = [configuration.allowPrivateText, ...sampleHosts(sample.url)].filter(Boolean).join(',')
    const allowed = parseAllowed(allowPrivate)

    const loopDelay = openLoopDelay()
    closing.push(async () => loopDelay.stop())
    const health = async (): Promise<Health> => ({
      store: await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
      ...scheduling.state(),
      loopDelayMs: loopDelay.read(),
    })

    const results = postgresResults
    const dispatch = openDispatch({ database, sealing, clock, steadyMs, atOnce: configuration.projectRunsAtOnce })
    const scheduling = openScheduling({ db, clock, steadyMs, wake: dispatch.wake, log })
    await scheduling.heal()
    const delivery = () => deliveries.wake()
    const limits = openLimits(configuration.limits, steadyMs)
    const live = openLive({ database, clock, wake: () => looks.wake(), perCaller: configuration.limits.streams })
    const ingest = openIngest({
      database,
      results,
      partitions,
      clock,
      resultUrl,
      onDeliveries: delivery,
      onEvents: live.announce,
    })
    const { identity, provider } = await openIdentity(configuration, {
      db,
      sealing,
      clock,
      url,
      audience: `${url}/api`,
      webClient: WEB_CLIENT,
      addressOf: (request) => clientAddress(request, configuration.trustProxy),
      waitForCode: (request) => countCode(db, clientAddress(request, configuration.trustProxy), clock()),
      onSignedOut: noteSignOuts({ db, sealing, clock, trustProxy: configuration.trustProxy, log }),
      log,
    })
    const mail = openMailTransport({ database, sealing, clock, mail: configuration.mail, log })
    const delivering = {
      sealing,
      allowed,
      clock,
      version: VERSION,
      url,
      providers: options.providers ?? PROVIDERS,
      mail,
      startRun: openStartRun({ database, dispatch, sealing }),
      mayMail: mayMailIn(db),
    }
    const services: Services = {
      configuration,
      url,
      mail,
      identity,
      provider,
      wakeMail: () => mails.wake(),
      wakeRemoval: () => removal.wake(),
      database,
      results,
      sealing,
      dispatch,
      trials: openTrials(database, clock),
      ingest,
      live,
      resultUrl,
      delivering,
      wakeDelivery: delivery,
      allowed,
      health,
      clock,
      joinToken,
      sampleUrl: sample.url,
      setupToken: async () => ((await isEmpty(db)) ? openSetupToken(db, sealing) : null),
      version: VERSION,
      log,
    }

    const sender = openSender({ ...delivering, database, results, onSettled: delivery, announce: live.announce, log })
    const deliveries = loop('delivery', DELIVERY_MS, () => sender.sendDue(), log)
    const postman = openPostman({ database, sealing, clock, url, transport: mail, log })
    const digests = loop(
      'digests',
      DIGESTS_MS,
      async () => {
        const { more, written } = await writeDueDigests({ database, sealing, url, clock, log })
        if (written > 0) mails.wake()
        return more
      },
      log,
    )
    const mails = loop('mail', MAIL_MS, () => postman.sendDue(), log)
    const scheduler = loop('scheduler', TICK_MS, () => scheduling.tick(), log)
    const sweeper = loop(
      'sweep',
      SWEEP_MS,
      async () => {
        await dropExpired(db, clock())
        await sweepLostRuns({ ...services, db, now: clock() })
        const swept = await sweepAlerts({ database, results, resultUrl, now: clock(), announce: live.announce })
        if (swept > 0) deliveries.wake()
        return false
      },
      log,
    )
    const undelivered = loop(
      'undelivered',
      UNDELIVERED_MS,
      () => tellDeliveryErrors({ database, now: clock(), announce: live.announce }).then(() => false),
      log,
    )
    const healing = loop('healing', HEAL_MS, () => scheduling.heal().then(() => false), log)
    // Beside the watch: its looks may take long, and it rests after them.
    const beats = loop('beat', SILENCE_MS, () => beat(db, clock()).then(() => false), log)
    const silence = loop('silence', SILENCE_MS, openSilenceWatch({ ...services, announce: live.announce }), log)
    const compaction = loop('compaction', COMPACTION_EVERY_MS, () => compact(database, clock()), log)
    const upkeep = loop(
      'upkeep',
      UPKEEP_MS,
      async () => {
        await partitions.maintain(clock())
        await forgetOld(db, clock())
        await forgetNotifications(db, clock())
        await forgetAgents(db, clock())
        await forgetDeliveries(db, clock())
        await forgetTrials(db, clock())
        await forgetIdentity(db, clock())
        await dropOldEntries(db, sealing, clock())
        return false
      },
      log,
    )
    const forgetting = loop('events', FORGET_EVENTS_MS, () => forgetEvents(db, clock()).then(() => false), log)
    const removal = loop('removal', REMOVAL_MS, () => clearRemoved(db), log)
    const looks = loop('live', LOOK_MS, () => live.look().then(() => false), log)
    closing.push(async () => {
      await looks.stop()
      live.stop()
      await Promise.all(
        [scheduler, sweeper, undelivered, healing, beats, silence, compaction, upkeep, forgetting, removal].map((one) =>
          one.stop(),
        ),
      )
      await ingest.idle()
      await deliveries.stop()
      await digests.stop()
      await mails.stop()
      await sender.idle()
      mail.close()
    })

    const app = serve(contract, handlersWith(services), {
      database,
      sealing,
      clock,
      projectHeader: configuration.projectHeader,
      identity,
      limits,
      trustProxy: configuration.trustProxy,
      announce: live.announce,
      appPage: await openAppPage({ folder: options.webDir ?? null, configuration: () => appConfiguration(services) }),
      log,
      ...(options.checkAnswers && { checkAnswers: true }),
      ...(options.onRequest && { onRequest: options.onRequest }),
    })
    http.removeAllListeners('request')
    const { trustProxy } = configuration
    http.on('request', doorTo({ url, provider, trustProxy, limits, rest: getRequestListener(app.fetch) }))

    const agent =
      options.agent &&
      runEmbeddedAgent({
        program: options.agent,
        serverUrl: `http://${reachable(configuration.host)}:${port}`,
        joinToken,
        dataDir: configuration.dataDir,
        allowPrivate,
        log,
      })
    if (agent) closing.push(() => agent.stop())
    return {
      url,
      sampleUrl: sample.url,
      setupToken: await services.setupToken(),
      joinToken,
      services,
      pids: () => ({ postgres: store.postgresPid(), agent: agent?.pid() }),
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** An address for this machine itself. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
