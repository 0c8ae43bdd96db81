import { Agent, request } from 'node:http'

/**
 * Posts the same bytes to a URL with a bare loop of `node:http`, a number of requests at a time, over kept connections or with one connection
 * each. Prints the requests that were answered in a second.
 */
const [url = '', inFlight = '', seconds = '', bytes = '', connections = ''] = process.argv.slice(2)
const body = 'a'.repeat(Number(bytes))
const agent = connections === 'kept' ? new Agent({ keepAlive: true }) : false
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'webhook-id': 'bare' }

const post = (): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (answer) => answer.resume().on('end', resolve))
      .on('error', reject)
      .end(body)
  })

let answered = 0
const begun = performance.now()
const untilMs = begun + Number(seconds) * 1000
const worker = async () => {
  while (performance.now() < untilMs) {
    await post()
    answered++
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, worker))
console.log((answered * 1000) / (performance.now() - begun))
process.exit(0)
