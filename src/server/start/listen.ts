import type { Server } from 'node:http'
import { answerUnavailable } from '../http/unavailable.ts'
import { StartProblem } from '../start-problem.ts'

/** Timeouts in milliseconds for receiving a request's headers and all of it. Agents abandon a report after 30 s. */
export const REQUEST_TIMEOUTS = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const

/** Listens, and answers 503 "starting" until the server takes over. Throws a `StartProblem` if the port is not available. */
export const listen = (http: Server, { host, port }: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    http.on('request', (request, response) => answerUnavailable(request, response, 'The server is starting.'))
    const refused = (cause: NodeJS.ErrnoException) => reject(new StartProblem(sentence(cause, host, port)))
    http.once('error', refused)
    http.listen(port, host, () => {
      http.off('error', refused)
      // Agents keep their connections between polls.
      http.keepAliveTimeout = 75_000
      resolve()
    })
  })

const sentence = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program: stop that program, or set PORT to a free port.`
  if (code === 'EACCES') return `This user may not open port ${port}: set PORT to 1024 or above.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST must be an IP address or name of this machine, but is “${host}”.`
  return `Listening on ${host}:${port} failed: ${message}.`
}
