import { writeFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificate } from '../agent/certificate.ts'

/**
 * The simplest target with TLS, in HTTP/1.1 only or also in HTTP/2: a small JSON response on loopback. Prints its port and the file of
 * its authority's certificate.
 */
const [version = ''] = process.argv.slice(2)
const authority = certificate({ subject: 'Bench Authority' })
const { cert, key } = certificate({ subject: 'localhost', names: ['localhost'], issuer: authority })
const file = join(tmpdir(), `sonde-bench-${process.pid}.pem`)
writeFileSync(file, authority.cert)
process.once('exit', () => writeFileSync(file, ''))

const protocols = version === 'h2' ? ['h2', 'http/1.1'] : ['http/1.1']
const server = createSecureServer({ cert, key, allowHTTP1: true, ALPNProtocols: protocols }, (_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"ok":true,"items":[1,2,3]}')
})
server.listen({ port: 0, host: 'localhost', backlog: 1024 }, () =>
  console.log(`${(server.address() as AddressInfo).port} ${file}`),
)
