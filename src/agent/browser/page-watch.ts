import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'
import { MAX_CONSOLE } from '../../contract/results/browser-detail.ts'
import type { BrowserDetail } from './page-task.ts'

/** Windows that may be open besides the first, and that may be opened in all. */
const MAX_WINDOWS = 5
const MAX_OPENED = 20
/** Dialogs after which a page only asks to be asked again. */
const MAX_DIALOGS = 200
/** Requests that are remembered; a page that makes more is counted. */
const MAX_REQUESTS = 2_000
/** Characters of a text that are kept before secrets are masked. */
export const MAX_TEXT = 16_384

/** The page did what no run goes on with. The sentence is for people. */
export class PageFault extends Error {
  /** Whether nobody knows whose fault it is, so that it must not count against the page. */
  readonly isAgents: boolean

  constructor(sentence: string, isAgents = false) {
    super(sentence)
    this.isAgents = isAgents
  }
}

/** Watches the pages of a context: what they request, write to the console, and open. Dialogs are dismissed and downloads refused. */
export class PageWatch {
  readonly console: BrowserDetail['console'] = []
  readonly requests: Request[] = []
  requestCount = 0
  /** Notes for people, about what was dismissed, closed or refused. */
  readonly notes: string[] = []
  /** The address of the newest document of the first page, also of one that was not reached. */
  lastDocument = ''
  /** Rejects when the run cannot go on. */
  readonly trouble: Promise<never>
  /** Whether a step has used the page, so that windows that open are where the journey goes on. They may open some time after the step. */
  hasActed = false
  readonly #pages: Page[] = []
  #awaited: (() => void)[] = []
  readonly #startedMs: number
  readonly #fail: (error: PageFault) => void
  #dialogs = 0
  #opened = 0

  constructor(context: BrowserContext, first: Page, startedMs: number) {
    this.#startedMs = startedMs
    let fail: (error: PageFault) => void = () => {}
    this.trouble = new Promise<never>((_, reject) => {
      fail = reject
    })
    this.trouble.catch(() => {})
    this.#fail = fail
    this.#follow(first)
    context.on('page', (page) => this.#takeWindow(page))
    context.on('dialog', (dialog) => {
      this.#dialogs++
      // A person who goes on leaves the page, whatever it asks.
      const isLeaving = dialog.type() === 'beforeunload'
      if (this.#dialogs === 1 && !isLeaving) this.notes.push(`a dialog (${dialog.type()}) was dismissed`)
      if (this.#dialogs > MAX_DIALOGS) this.#fail(new PageFault(`the page opened more than ${MAX_DIALOGS} dialogs`))
      const answered = isLeaving ? dialog.accept() : dialog.dismiss()
      answered.catch(() => {})
    })
  }

  /** The page that a person would look at: the newest window of the journey that is still open. */
  get page(): Page {
    const page = this.#pages.at(-1)
    if (!page) throw new PageFault('the page closed itself')
    return page
  }

  /** Resolves when another window is the one to look at. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited.push(resolve)
    })
  }

  /** Whether a window is still open. */
  get isOpen(): boolean {
    return this.#pages.length > 0
  }

  #takeWindow(page: Page): void {
    if (this.#pages.includes(page)) return
    this.#opened++
    if (this.#opened > MAX_OPENED) this.#fail(new PageFault(`the page opened more than ${MAX_OPENED} windows`))
    if (!this.hasActed || this.#pages.length > MAX_WINDOWS) {
      if (this.#opened === 1) this.notes.push('a window that the page opened by itself was closed')
      page.close().catch(() => {})
      return
    }
    this.#follow(page)
  }

  #follow(page: Page): void {
    const isFirst = this.#pages.length === 0
    this.#pages.push(page)
    this.#tell()
    page.on('close', () => {
      const at = this.#pages.indexOf(page)
      if (at >= 0) this.#pages.splice(at, 1)
      this.#tell()
    })
    page.on('crash', () =>
      this.#fail(
        new PageFault('the process of the page crashed, or its scripts used more than 512 MB of memory', true),
      ),
    )
    page.on('download', (download) => {
      this.notes.push('a download was refused')
      download.cancel().catch(() => {})
    })
    page.on('console', (message) => this.#hear(message))
    page.on('pageerror', ({ name, message }) =>
      this.#note({ level: 'error', text: `${name}: ${message}`, url: null, line: null }),
    )
    page.on('request', (request) => {
      this.requestCount++
      if (isFirst && request.isNavigationRequest() && request.frame() === page.mainFrame())
        this.lastDocument = request.url()
      if (this.requests.length < MAX_REQUESTS && /^(?:https?|wss?):/.test(request.url())) this.requests.push(request)
    })
  }

  #tell(): void {
    const awaited = this.#awaited
    this.#awaited = []
    for (const resolve of awaited) resolve()
  }

  #hear(message: ConsoleMessage): void {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    const { url, lineNumber } = message.location()
    this.#note({ level: type, text: message.text(), url: url || null, line: url ? lineNumber + 1 : null })
  }

  #note({ text, ...rest }: Omit<BrowserDetail['console'][number], 'at'>): void {
    if (this.console.length < MAX_CONSOLE)
      this.console.push({ ...rest, text: text.slice(0, MAX_TEXT), at: Math.max(0, Date.now() - this.#startedMs) })
  }
}
