import type { Secrecy } from '../runner/secrecy.ts'
import type { BrowserDetail } from './page-task.ts'
import { MAX_TEXT as CUT_AT } from './page-watch.ts'

/** Length of an address and of another text in a result. */
const MAX_URL = 2_048
const MAX_TEXT = 2_000

/** Masks an address, with the values of its parameters that are named like secrets, and cuts it afterwards: a cut could split a secret. */
const maskedUrl = (text: string, secrecy: Secrecy): string => {
  const shown = URL.canParse(text) && /^https?:/i.test(text) ? secrecy.url(new URL(text)) : text
  return maskedText(shown, secrecy, MAX_URL)
}

/** A text that is as long as a text may be was cut, and may end with the beginning of a secret. */
const maskedText = (text: string, secrecy: Secrecy, most = MAX_TEXT): string =>
  secrecy.maskAll(text.length < CUT_AT ? text : secrecy.cutText(text)).slice(0, most)

/** The browser's part of a result detail without secrets. */
export const maskedBrowser = (browser: BrowserDetail, secrecy: Secrecy): BrowserDetail => ({
  ...browser,
  title: browser.title === null ? null : maskedText(browser.title, secrecy),
  url: maskedUrl(browser.url, secrecy),
  resources: browser.resources.map((resource) => ({ ...resource, url: maskedUrl(resource.url, secrecy) })),
  console: browser.console.map((message) => ({
    ...message,
    text: maskedText(message.text, secrecy),
    url: message.url === null ? null : maskedUrl(message.url, secrecy),
  })),
  steps: browser.steps.map((step) => ({
    ...step,
    words: maskedText(step.words, secrecy),
    error: step.error === null ? null : maskedText(step.error, secrecy),
    url: step.url === null ? null : maskedUrl(step.url, secrecy),
  })),
})
