import { type Loopback, listenOnLoopback } from '../../support/loopback.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'

/** A message to the webhook, as far as tests read it. */
type Message = {
  readonly result_class: string
  readonly call_meta: { readonly name: string }
  readonly result_url: string
}

/** An API that works until it is broken, and a program and people who are told of it. */
export type WatchedApi = {
  isBroken: boolean
  readonly api: Loopback
  readonly receiver: Loopback
  /** What the receiver was sent. */
  readonly told: Message[]
  readonly mailbox: Mailbox
  /** The variables of an installation that may reach all of them. */
  readonly environment: Record<string, string>
  close(): Promise<void>
}

/** Opens the API, which answers with this status while it is broken, the receiver of a webhook and a mail server. */
export const openWatchedApi = async (brokenStatus: number): Promise<WatchedApi> => {
  const told: Message[] = []
  const mailbox = await openMailbox()
  const api = await listenOnLoopback((_, response) =>
    response.writeHead(watched.isBroken ? brokenStatus : 200).end('{"orders":[]}'),
  )
  const receiver = await listenOnLoopback((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      told.push(JSON.parse(text))
      response.writeHead(204).end()
    })
  })
  const watched: WatchedApi = {
    isBroken: false,
    api,
    receiver,
    told,
    mailbox,
    environment: {
      SONDE_SMTP_URL: mailbox.url,
      SONDE_MAIL_FROM: 'sonde@example.com',
      SONDE_ALLOW_PRIVATE: '127.0.0.1',
    },
    async close() {
      api.close()
      receiver.close()
      await mailbox.close()
    },
  }
  return watched
}
