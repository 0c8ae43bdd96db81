import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate } from '../agent/certificate.ts'

/** A certificate for `localhost`, and the authority that signed it (PEM). */
export const mailCertificate = () => {
  const authority = certificate({ subject: 'Authority of a test' })
  return {
    ...certificate({ subject: 'localhost', names: ['localhost'], issuer: authority }),
    authority: authority.cert,
  }
}

/** A real mail server on this machine, as its options make it; `bodies` are the mails it took. */
export type MailServer = { readonly port: number; readonly bodies: string[]; close(): Promise<void> }

export const openMailServer = async (options: SMTPServerOptions): Promise<MailServer> => {
  const bodies: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  // A client that does not trust the certificate ends the connection: that is what some tests are about.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  // A server that listens on TCP has such an address.
  const { port } = server.server.address() as AddressInfo
  return { port, bodies, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** A mail server that answers each line as it is told: what real ones do only when they are unwell. `undefined` cuts the connection. */
export const openOddMailServer = async (
  answer: (line: string) => string | undefined,
  greeting: string | null = '220 odd ESMTP\r\n',
): Promise<MailServer> => {
  const open = new Set<import('node:net').Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (greeting !== null) socket.write(greeting)
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const words = answer(line)
        if (words === undefined) return socket.destroy()
        if (words !== '') socket.write(words)
      }
      return undefined
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // As above.
  const { port } = server.address() as AddressInfo
  return {
    port,
    bodies: [],
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
