import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The simplest target: a small JSON response on loopback. Prints its port. */
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"ok":true,"items":[1,2,3]}')
})
server.listen(0, '127.0.0.1', 1024, () => console.log((server.address() as AddressInfo).port))
