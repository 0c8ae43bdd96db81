import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerResponse } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificate } from '../agent/certificate.ts'

/**
 * The simplest target with TLS, in HTTP/1.1 or HTTP/2: a small JSON response on loopback. Prints its port and the file of
 * its authority's certificate.
 */
const [version = ''] = process.argv.slice(2)
const authority = certificate({ subject: 'Bench Authority' })
const { cert, key } = certificate({ subject: 'localhost', names: ['localhost'], issuer: authority })
const file = join(tmpdir(), `sonde-bench-${process.pid}.pem`)
writeFileSync(file, authority.cert)
process.once('exit', () => writeFileSync(file, ''))

const answer = (_: unknown, response: ServerResponse | Http2ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"ok":true,"items":[1,2,3]}')
}
const server = version === 'h2' ? createSecureServer({ cert, key }, answer) : createServer({ cert, key }, answer)
server.listen({ port: 0, host: 'localhost', backlog: 1024 }, () =>
  console.log(`${(server.address() as AddressInfo).port} ${file}`),
)
