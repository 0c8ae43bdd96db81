import { setImmediate as nextTurn } from 'node:timers/promises'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { openTurnstile } from '../http/turnstile.ts'
import type { Db } from '../store/core/database.ts'
import { publishedSlugs, readStatusPage } from '../store/status/status-pages.ts'
import { type Document, type DocumentHeaders, documentOf } from './document.ts'
import { feedOf } from './feed.ts'
import { openRenewed, type Renewed } from './page-cache.ts'
import { statusHtml } from './page-html.ts'
import { STATUS_POLICY } from './page-style.ts'
import type { PublicIncident } from './public-incidents.ts'
import { type KeptDays, putTogether } from './put-together.ts'
import { statusJson } from './status-json.ts'

/** Pages kept in memory; the least recently visited one is evicted. */
const MOST_PAGES = 500
/** Pages put together at once: visitors of many pages do not take all connections. */
const AT_ONCE = 2

/** The three documents of a status page. */
export type Kept = {
  readonly documents: Readonly<Record<'html' | 'json' | 'rss', Document>>
  readonly projectKey: number
  readonly subscribing: boolean
  readonly title: string
  readonly days: KeptDays | null
}

export type StatusPages = {
  /** The page if it is kept in memory; undefined if a visitor must wait, null if there is none. Never asks the store. */
  now(slug: string): Kept | null | undefined
  /** Waits for the page; null if there is none. */
  wait(slug: string): Promise<Kept | null>
  /** The page of a project was changed. Other servers notice within five seconds. */
  invalidate(projectKey: number): void
}

const CACHED = { 'cache-control': 'public, max-age=5, stale-while-revalidate=30', 'x-content-type-options': 'nosniff' }
const HEADERS: Readonly<Record<'html' | 'json' | 'rss', DocumentHeaders>> = {
  html: {
    ...CACHED,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': STATUS_POLICY,
    'referrer-policy': 'no-referrer',
  },
  json: {
    ...CACHED,
    'content-type': 'application/json',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // It says what everybody may know, and the page of another site may show it.
    'access-control-allow-origin': '*',
  },
  rss: {
    ...CACHED,
    'content-type': 'application/rss+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  },
}

type Options = {
  readonly db: Db
  readonly clock: () => number
  /** Milliseconds that never go back. */
  readonly steadyMs: () => number
  /** The address of the installation, without a slash at its end. */
  readonly url: string
  /** Published incidents: open ones, and those that ended lately. */
  readonly incidents: (db: Db, projectKey: number, now: number) => Promise<readonly PublicIncident[]>
  readonly log: (line: string) => void
}

/**
 * Keeps status pages in memory as they are sent. A thousand visitors of a page cost one reading of the store every five seconds, and
 * visitors of pages that do not exist cost none: the slugs of all pages are known.
 */
export const openStatusPages = (options: Options): StatusPages => {
  const { db, clock, steadyMs, url } = options
  const log = (cause: unknown) => options.log(`status page: ${faultSummary(cause)}`)
  const slugs = openRenewed({ make: () => publishedSlugs(db), clock: steadyMs, log })
  const pages = new Map<string, { projectKey: number; page: Renewed<Kept | null> }>()
  const takeTurn = openTurnstile({ most: AT_ONCE, ofProject: 1 })

  const make = (slug: string, projectKey: number, before: Kept | null | undefined): Promise<Kept | null> =>
    takeTurn(projectKey, async () => {
      const page = await readStatusPage(db, projectKey)
      if (!page?.published || page.slug !== slug) return null
      const now = clock()
      const incidents = await options.incidents(db, projectKey, now)
      const { status, kept } = await putTogether(db, page, { incidents, kept: before?.days ?? null, now })
      const document = (kind: 'html' | 'json' | 'rss', text: string) =>
        documentOf(text, { headers: HEADERS[kind], before: before?.documents[kind], now })
      const html = await document('html', statusHtml(status, url))
      // A page with all its bars takes some milliseconds to write.
      await nextTurn()
      const changed = incidents.reduce(
        (last, { updates }) => updates.reduce((newest, { time }) => Math.max(newest, time), last),
        page.last_update,
      )
      return {
        documents: {
          html,
          json: await document('json', `${JSON.stringify(statusJson(status, url))}\n`),
          rss: await document('rss', feedOf(status, { url, changed })),
        },
        projectKey,
        subscribing: page.subscribing,
        title: page.doc.title,
        days: kept,
      }
    })

  const pageOf = (slug: string, projectKey: number): Renewed<Kept | null> => {
    const known = pages.get(slug)
    const found =
      known?.projectKey === projectKey
        ? known
        : {
            projectKey,
            page: openRenewed<Kept | null>({ make: (before) => make(slug, projectKey, before), clock: steadyMs, log }),
          }
    // Deleting first moves it to the end: the map is ordered by use.
    pages.delete(slug)
    pages.set(slug, found)
    if (pages.size > MOST_PAGES) for (const [oldest] of pages) if (pages.delete(oldest)) break
    return found.page
  }

  return {
    now(slug) {
      const known = slugs.now()
      if (!known) return undefined
      const projectKey = known.get(slug)
      return projectKey === undefined ? null : pageOf(slug, projectKey).now()
    },
    async wait(slug) {
      const projectKey = (slugs.now() ?? (await slugs.wait())).get(slug)
      if (projectKey === undefined) return null
      const page = pageOf(slug, projectKey)
      const ready = page.now()
      return ready === undefined ? page.wait() : ready
    },
    invalidate(projectKey) {
      slugs.invalidate()
      for (const one of pages.values()) if (one.projectKey === projectKey) one.page.invalidate()
    },
  }
}
