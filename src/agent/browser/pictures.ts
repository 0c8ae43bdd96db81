import type { Frame, Locator, Page } from 'playwright-core'
import { PICTURE_BYTES, PICTURES_BYTES } from '../../contract/results/browser-detail.ts'
import type { Picture } from './page-task.ts'
import { within } from './within.ts'

const TIMEOUT_MS = 5_000
/** Shorter secrets are not covered as texts, as everywhere: they occur by chance. */
const MIN_SECRET = 4
/** Secrets that are looked for in a page. */
const MAX_SECRETS = 50

/** Frames of a page that are looked at; the rest are covered whole. */
const MAX_FRAMES = 20
const FRAMES = 'iframe, frame'
/** Time for a frame without an address to answer: one that waits to be scrolled to, or for its server, never does, and shows nothing. */
const EMPTY_FRAME_MS = 200
/** Fields of a frame that are looked at, and the time for it to say what they hold. */
const MAX_FIELDS = 500
const LOOK_MS = 1_000
const FIELDS = 'input, textarea'

/** A text as CSS spells it. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r\f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)}"`

/** A text as a regular expression spells it. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Whether scripts run in a frame: a picture that covers elements in one where they do not is never taken. */
const isAnswering = (frame: Frame): Promise<boolean> =>
  within(
    frame.evaluate(() => true),
    frame.url() === '' ? EMPTY_FRAME_MS : LOOK_MS,
    false,
  ).catch(() => false)

/** The element that shows a frame; all such elements of its parent where it cannot be told which. */
const elementOf = async (frame: Frame, parent: Frame): Promise<Locator> => {
  const frames = parent.locator(FRAMES)
  const find = async (): Promise<number> => {
    const own = await frame.frameElement()
    return frames.evaluateAll((all: unknown[], one: unknown) => all.indexOf(one), own)
  }
  const index = await within(find(), LOOK_MS, -1).catch(() => -1)
  return index < 0 ? frames : frames.nth(index)
}

/**
 * The pictures of a run, in memory only. Covered are fields of passwords, fields that a secret was entered in, and texts and fields that
 * show a secret, in all frames.
 */
export class Pictures {
  readonly taken: Picture[] = []
  readonly #secrets: readonly string[]
  /** Fits texts with a secret; null without secrets. */
  readonly #texts: RegExp | null
  /** Fits fields of passwords, and elements with a secret in an attribute that is shown. */
  readonly #elements: string
  readonly #fields: ((page: Page) => Locator)[] = []
  #bytes = 0

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter(({ length }) => length >= MIN_SECRET).slice(0, MAX_SECRETS)
    // Pages are compared with single spaces.
    const spelled = this.#secrets.map((secret) => escaped(secret.replace(/\s+/g, ' ').trim()))
    this.#texts = spelled.length > 0 ? new RegExp(spelled.join('|'), 'i') : null
    const shown = this.#secrets.flatMap((secret) =>
      ['value', 'placeholder', 'alt', 'label'].map((name) => `[${name}*=${quoted(secret)} i]`),
    )
    this.#elements = ['input[type=password]', ...shown].join()
  }

  /** Covers a field from now on, wherever it is found again. */
  cover(field: (page: Page) => Locator): void {
    this.#fields.push(field)
  }

  /** Takes a picture of what a window shows. Without one, as of a page that does not answer, the run goes on. */
  async take(page: Page, number: number, quality: number): Promise<void> {
    const frames = page.frames()
    const unseen = new Set(frames.slice(MAX_FRAMES).flatMap((frame) => frame.parentFrame() ?? []))
    const seen = await Promise.all(frames.slice(0, MAX_FRAMES).map((frame) => this.#coveredIn(frame)))
    const covered = [
      ...this.#fields.map((field) => field(page)),
      ...seen.flat(),
      ...[...unseen].map((parent) => parent.locator(FRAMES)),
    ]
    const bytes = await page
      .screenshot({
        type: 'jpeg',
        quality,
        mask: covered,
        maskColor: '#888888',
        animations: 'disabled',
        timeout: TIMEOUT_MS,
      })
      .catch(() => null)
    if (bytes === null || bytes.length > PICTURE_BYTES || this.#bytes + bytes.length > PICTURES_BYTES) return
    this.#bytes += bytes.length
    this.taken.push({ number, bytes: new Uint8Array(bytes) })
  }

  async #coveredIn(frame: Frame): Promise<Locator[]> {
    const parent = frame.parentFrame()
    if (parent && !(await isAnswering(frame))) return [await elementOf(frame, parent)]
    const found = [frame.locator(this.#elements)]
    if (this.#texts === null) return found
    found.push(frame.getByText(this.#texts))
    const fields = frame.locator(FIELDS)
    // What scripts enter is in no attribute. The secrets themselves are not given to the page, which could keep them.
    const values = await within(
      fields.evaluateAll((all: { value?: unknown }[]) => all.map(({ value }) => String(value ?? ''))),
      LOOK_MS,
      null,
    ).catch(() => null)
    // A frame that does not say what its fields hold shows none of them.
    if (values === null || values.length > MAX_FIELDS) return [...found, fields]
    const holds = (value: string) => this.#secrets.some((secret) => value.includes(secret))
    return [...found, ...values.flatMap((value, index) => (holds(value) ? fields.nth(index) : []))]
  }
}
