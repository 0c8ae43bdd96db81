import type { Locator, Page } from 'playwright-core'
import { PICTURE_BYTES, PICTURES_BYTES } from '../../contract/results/browser-detail.ts'
import type { Picture } from './page-task.ts'

const TIMEOUT_MS = 5_000
/** Shorter secrets are not covered as texts, as everywhere: they occur by chance. */
const MIN_SECRET = 4
/** Secrets that are looked for in a page. */
const MAX_SECRETS = 50

/** A text as CSS spells it. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r\f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)}"`

/**
 * The pictures of a run, in memory only. Covered are fields of passwords, fields that a secret was entered in, and texts that contain a
 * secret.
 */
export class Pictures {
  readonly taken: Picture[] = []
  readonly #secrets: readonly string[]
  readonly #fields: ((page: Page) => Locator)[] = []
  #bytes = 0

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter(({ length }) => length >= MIN_SECRET).slice(0, MAX_SECRETS)
  }

  /** Covers a field from now on, wherever it is found again. */
  cover(field: (page: Page) => Locator): void {
    this.#fields.push(field)
  }

  /** Takes a picture of what a window shows. Without one, as of a page that does not answer, the run goes on. */
  async take(page: Page, number: number, quality: number): Promise<void> {
    const covered = [
      page.locator('input[type=password]'),
      ...this.#fields.map((field) => field(page)),
      ...this.#secrets.flatMap((secret) => [page.getByText(secret), page.locator(`[value=${quoted(secret)}]`)]),
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
}
