import type { IncomingMessage, ServerResponse } from 'node:http'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { IpBlock } from '../../domain/core/ip-address.ts'
import { readBounded } from '../http/bounded-bytes.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Limits } from '../limits/limits.ts'
import type { Db } from '../store/core/database.ts'
import { confirmSubscriber, pageOfToken, readSubscriber, removeSubscriber } from '../store/status/subscribers.ts'
import { sendDocument } from './document.ts'
import { subscriberOfToken } from './end-links.ts'
import { sentencePage } from './page-frame.ts'
import { MOST_ADDRESS } from './page-html.ts'
import { STATUS_POLICY } from './page-style.ts'
import type { Kept, StatusPages } from './pages.ts'
import { askByMail, type Writing } from './status-mail.ts'

const FORM_BYTES = 4 * 1024
const PAGE = /^\/status\/([a-z0-9]+(?:-[a-z0-9]+)*)(\.json|\.rss|\/subscribe|\/)?$/
const LINK = /^\/status\/-\/(confirm|unsubscribe)\/([\w-]{16,2000})$/

export type StatusVisits = {
  /** Answers a request for a status page; false if it is for none. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

type Options = Writing & {
  readonly pages: StatusPages
  readonly db: Db
  readonly clock: () => number
  readonly limits: Limits
  readonly trustProxy: readonly IpBlock[]
  /** Whether mail leaves the installation. */
  readonly mailLeaves: () => boolean
  readonly wakeMail: () => void
  readonly log: (line: string) => void
}

type Page = { readonly status: number; readonly title: string; readonly sentence: string; readonly below?: string }

const sendPage = (response: ServerResponse, { status, title, sentence, below }: Page, cached = 'no-store'): void => {
  const html = sentencePage(title, sentence, below)
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'content-security-policy': STATUS_POLICY,
    'cache-control': cached,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(html)
}

/** Answers 429; true, for the request is answered then. */
const tooMany = (response: ServerResponse, waitMs: number): true => {
  response.setHeader('retry-after', String(Math.ceil(waitMs / 1000)))
  sendPage(response, {
    status: 429,
    title: 'Too many requests',
    sentence: 'Too many people at your network address asked for this. Try again in a minute.',
  })
  return true
}

const NOTHING: Page = {
  status: 404,
  title: 'No status page here',
  sentence: 'There is no status page at this address. It may have been moved or closed.',
}
const NOT_OURS: Page = {
  status: 410,
  title: 'This link is not valid',
  sentence: 'It is incomplete, was used already, or is too old. Subscribe again on the status page.',
}
const button = (words: string): string => `<form method="post"><button>${words}</button></form>`

/** Serves status pages, their feeds and JSON, and the forms of their subscribers. Most visits are answered from memory, at once. */
export const openStatusVisits = (options: Options): StatusVisits => {
  const { pages, db, clock } = options

  const sendKept = (
    request: IncomingMessage,
    response: ServerResponse,
    { kept, kind }: { kept: Kept | null; kind: keyof Kept['documents'] },
  ) => (kept ? sendDocument(request, response, kept.documents[kind]) : sendPage(response, NOTHING, 'public, max-age=5'))

  const subscribe = async (slug: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const kept = await pages.wait(slug)
    if (!kept?.subscribing) return sendPage(response, NOTHING)
    const waitMs = options.limits.ofStatusForm(clientAddress(request, options.trustProxy))
    if (waitMs > 0) {
      tooMany(response, waitMs)
      return
    }
    const address = new URLSearchParams(await bodyOf(request)).get('address')?.trim() ?? ''
    const back = `<p><a href="/status/${slug}">Back to the status page</a></p>`
    if (!isEmailAddress(address) || address.length > MOST_ADDRESS)
      return sendPage(response, {
        status: 422,
        title: 'Check the address',
        sentence: 'The address must be an email address such as ada@example.com.',
        below: back,
      })
    const { projectKey, title } = kept
    await db.transaction().execute((trx) => askByMail(trx, options, { projectKey, title, slug, address, now: clock() }))
    options.wakeMail()
    sendPage(response, {
      status: 200,
      title: 'Confirm your address',
      sentence: options.mailLeaves()
        ? `A mail with a link goes to ${address}, unless the address is subscribed already. You are subscribed once you open the link and press the button.`
        : `This installation does not send mail yet: its administrators see the mail to ${address} with the link that confirms it.`,
      below: back,
    })
  }

  const confirm = async (token: string, isPost: boolean, response: ServerResponse): Promise<void> => {
    const page = await pageOfToken(db, token, clock())
    if (!page) return sendPage(response, NOT_OURS)
    const title = (await pages.wait(page.slug))?.title ?? 'the status page'
    if (!isPost)
      return sendPage(response, {
        status: 200,
        title: 'Confirm the subscription',
        sentence: `Get a mail about each update of an incident of “${title}”?`,
        below: button('Subscribe'),
      })
    const isConfirmed = await confirmSubscriber(db, token, clock())
    if (!isConfirmed) return sendPage(response, NOT_OURS)
    sendPage(response, {
      status: 200,
      title: 'You are subscribed',
      sentence: `You get a mail about each update of an incident of “${title}”. Each has a link that ends the subscription.`,
      below: `<p><a href="/status/${page.slug}">Show the status page</a></p>`,
    })
  }

  const unsubscribe = async (token: string, isPost: boolean, response: ServerResponse): Promise<void> => {
    const id = subscriberOfToken(options.sealing, token)
    if (id === null)
      return sendPage(response, { ...NOT_OURS, sentence: 'It is incomplete: open the link in the mail again.' })
    const subscriber = await readSubscriber(db, id)
    if (!subscriber)
      return sendPage(response, {
        status: 200,
        title: 'You are not subscribed',
        sentence: 'This address gets no mail about the incidents of that status page.',
      })
    if (!isPost)
      return sendPage(response, {
        status: 200,
        title: 'Unsubscribe?',
        sentence: `${subscriber.address} gets no more mail about the incidents of this status page.`,
        below: button('Unsubscribe'),
      })
    await removeSubscriber(db, id)
    sendPage(response, {
      status: 200,
      title: 'You are unsubscribed',
      sentence: 'This address was deleted from the subscribers of the status page.',
    })
  }

  const failed = (response: ServerResponse) => (cause: unknown) => {
    options.log(`status page: ${faultSummary(cause)}`)
    if (response.headersSent) return response.destroy()
    response.setHeader('retry-after', '5')
    sendPage(response, {
      status: 503,
      title: 'The status is not available',
      sentence: 'The server cannot read the status at the moment. Try again in a few seconds.',
    })
  }

  return {
    answer(request, response) {
      const url = request.url ?? ''
      if (!url.startsWith('/status/')) return false
      const query = url.indexOf('?')
      const path = query < 0 ? url : url.slice(0, query)
      const { method } = request
      const isRead = method === 'GET' || method === 'HEAD'
      const [, slug, rest = ''] = PAGE.exec(path) ?? []
      if (slug !== undefined && isRead && rest !== '/subscribe') {
        const kind = rest === '.json' ? 'json' : rest === '.rss' ? 'rss' : 'html'
        const known = pages.now(slug)
        if (known !== undefined) sendKept(request, response, { kept: known, kind })
        else
          pages
            .wait(slug)
            .then((kept) => sendKept(request, response, { kept, kind }))
            .catch(failed(response))
        return true
      }
      const [, link, token = ''] = LINK.exec(path) ?? []
      if (slug !== undefined && rest === '/subscribe' && method === 'POST')
        subscribe(slug, request, response).catch(failed(response))
      else if (link !== undefined && (isRead || method === 'POST')) {
        const answerLink = link === 'confirm' ? confirm : unsubscribe
        // The body of a click says nothing, but the connection is for other requests only once it is read.
        request.resume()
        const waitMs = options.limits.ofProvider('request', clientAddress(request, options.trustProxy))
        if (waitMs > 0) return tooMany(response, waitMs)
        answerLink(token, method === 'POST', response).catch(failed(response))
      } else if (slug !== undefined && isRead) {
        response.writeHead(303, { location: `/status/${slug}`, 'cache-control': 'no-store' })
        response.end()
      } else sendPage(response, NOTHING, 'public, max-age=5')
      return true
    },
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  const refusal = await readBounded(request, FORM_BYTES, (piece) => {
    pieces.push(piece)
    return null
  })
  return refusal ? '' : Buffer.concat(pieces).toString('utf8')
}
