import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers each call slowly: half of a body at once, the other half a second later. Prints its port. */
const HALF = Buffer.alloc(32_768, 'a')
const HOLD_MS = 1_000

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 * HALF.length })
  response.write(HALF)
  setTimeout(() => response.end(HALF), HOLD_MS)
})
server.listen(0, '127.0.0.1', 1024, () => console.log((server.address() as AddressInfo).port))
