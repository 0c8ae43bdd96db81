import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Received = { readonly from: string; readonly to: string; readonly text: string }

/** A real mail server on this machine: keeps what it is sent, or refuses it for as long as it is told to. */
export type Mailbox = {
  readonly url: string
  readonly received: Received[]
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

/** Quoted-printable, as far as mail of ours needs it. */
const decoded = (text: string): string => {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'))
  return bytes
}

export const openMailbox = async (): Promise<Mailbox> => {
  const received: Received[] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isRefusing) return done(new Error('Try later'))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address).join(', '),
          text: decoded(Buffer.concat(chunks).toString('utf8')),
        })
        done()
      })
    },
  })
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (refusing) => {
      isRefusing = refusing
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
