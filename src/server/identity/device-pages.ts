import { inHtml } from '../../domain/core/in-html.ts'
import { page } from './pages.ts'

/** Marks a code that the person typed, so that it is not asked for again. */
const TYPED = 'typed'

/** Whether the code of a posted form was typed, and did not come with a link. */
export const isTyped = (form: unknown): boolean => typeof form === 'object' && form !== null && TYPED in form

/** Page that asks for a device's code. `form` comes from the provider; its inline script is removed. */
export const codePage = (form: string, problem: string | null): string =>
  page(
    'Connect a device',
    `<p>Enter the code that the device shows.</p>${problem === null ? '' : `<p role="alert">${inHtml(problem)}</p>`}${form
      .replace(/ onfocus="[^"]*"/, '')
      .replace(
        'placeholder="Enter code"',
        'aria-label="Code" placeholder="XXXX-XXXX"',
      )}<input type="hidden" form="op.deviceInputForm" name="${TYPED}" value="yes"><button form="op.deviceInputForm" type="submit">Continue</button>`,
  )

/** Facts about a device that asks to be connected, and the browser of whoever decides. */
export type AskingDevice = {
  /** The name of the program that gets the rights. */
  readonly client: string
  /** As the device shows it: `BCDF-GHJK`. */
  readonly code: string
  readonly isTyped: boolean
  /** The account that is signed in here; null if nobody is yet. */
  readonly email: string | null
  /** The address that asked for the code; null if it is not known. */
  readonly from: string | null
  readonly isFromHere: boolean
  readonly agoMs: number
}

/**
 * Page on which a person connects a device. Nothing on it that connects has the focus: a key that is held down while another page opens
 * this one must not approve. A code that came with a link is asked for in part, because only its device's owner sees the rest.
 */
export const confirmPage = (form: string, asking: AskingDevice): string => {
  const { client, code, email } = asking
  const [shown, asked] = asking.isTyped ? [code, ''] : [`${code.slice(0, -4)}••••`, code.slice(-4)]
  return page(
    `Connect ${client}?`,
    `<p>Continue only if you started this yourself. The program can then do what you can, until you end its session in your profile.</p>
<dl><dt>Account</dt><dd>${email === null ? 'You sign in next' : inHtml(email)}</dd>
<dt>Requested</dt><dd>${agoWords(asking.agoMs)}, ${fromWords(asking)}</dd>
<dt>Code</dt><dd><code>${inHtml(shown)}</code></dd></dl>
${form}${asked === '' ? '' : lastLetters(asked)}<div class="acts"><button form="op.deviceConfirmForm" type="submit">Connect</button><button form="op.deviceConfirmForm" type="submit" formnovalidate name="abort" value="yes">Cancel</button></div>`,
  )
}

/** The browser refuses the form until the letters are right; another site cannot post it. */
const lastLetters = (letters: string): string => {
  const either = [...letters].map((letter) => `[${inHtml(letter.toUpperCase())}${inHtml(letter.toLowerCase())}]`)
  return `<label for="letters">Last ${letters.length} letters of the code on the device</label><input type="text" id="letters" form="op.deviceConfirmForm" required pattern="${either.join('')}" maxlength="${letters.length}" title="The last ${letters.length} letters of the code on the device" autofocus autocomplete="off" autocapitalize="characters" spellcheck="false">`
}

const agoWords = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'Less than a minute ago'
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

const fromWords = ({ from, isFromHere }: AskingDevice): string => {
  if (from === null) return 'from an unknown address'
  return isFromHere
    ? `from ${inHtml(from)}, the address of this browser`
    : `from ${inHtml(from)}, another address than this browser’s`
}

/** Page that says that the device is connected. */
export const connectedPage = (client: string): string =>
  page('Connected', `<p>${inHtml(client)} is signed in. You can close this window.</p>`)

/** The page after a person refused to sign a device in: it asks for no other code, because whoever sent the first one may have another. */
export const refusedPage = (): string =>
  page('Refused', '<p>The device is not signed in. You can close this window.</p>')
