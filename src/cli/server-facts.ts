import { type } from 'arktype'
import { terminal } from '../contract/installation/terminal.ts'
import { TerminalFailure } from './exit-codes.ts'
import { requestHeaders } from './request-headers.ts'
import { isLoopback, unreachableSentence } from './unreachable.ts'

const facts = type(terminal['terminal.read'].answer)

/** Facts about a server that everybody may know. */
export type ServerFacts = typeof facts.infer

const PATH = terminal['terminal.read'].route.replace(/^GET /, '')

/** A server's address in one spelling: https where no scheme is named, but http on this computer. Throws a sentence where a text is none. */
export const serverUrl = (text: string): string => {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]
  if (scheme !== undefined && !/^https?$/i.test(scheme))
    throw new TerminalFailure('usage', `“${text}” is no address of a server: only http and https are.`)
  const isPlain = URL.canParse(`http://${text}`) && isLoopback(`http://${text}`)
  const written = scheme !== undefined ? text : `${isPlain ? 'http' : 'https'}://${text}`
  if (!URL.canParse(written)) throw new TerminalFailure('usage', `“${text}” is no address of a server.`)
  const { origin, pathname } = new URL(written)
  return origin + pathname.replace(/\/+$/, '')
}

/** Asks a server about itself. */
export const readFacts = async (url: string): Promise<ServerFacts> => {
  const answer = await fetch(url + PATH, { headers: requestHeaders(), redirect: 'manual' }).catch((cause: Error) => {
    throw new TerminalFailure('unreachable', unreachableSentence(url, cause), { cause })
  })
  if (answer.status >= 500 || answer.status === 429)
    throw new TerminalFailure('unreachable', `${url} answered ${answer.status}: try again in a moment.`)
  const to = answer.headers.get('location')
  if (to !== null)
    throw new TerminalFailure('unreachable', `${url} leads to ${new URL(to, url).origin}: use that address.`)
  const read = facts(await answer.json().catch(() => null))
  if (read instanceof type.errors)
    throw new TerminalFailure('unreachable', `${url} is no Sonde server of this version.`)
  return read
}
