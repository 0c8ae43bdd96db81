import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Report } from '../../src/agent/runner/report.ts'
import type { Job } from '../../src/agent/runner/request.ts'
import { type RunOptions, runCall } from '../../src/agent/runner/run-call.ts'
import type { Detail } from '../../src/agent/runner/trace.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'

/** A listening server that ends with its test. Resolves with its port. */
export const listen = async (server: Server | HttpServer): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return portOf(server)
}

/** A server that listens on TCP has an address of this form; the others are paths. */
const portOf = (server: Server | HttpServer): number => (server.address() as AddressInfo).port

export const httpServer = (handle: RequestListener): Promise<number> => listen(createHttpServer(handle))

/** A server that handles each connection as told once a request's headers have arrived. */
export const rawServer = (answer: (socket: Socket, request: string) => void): Promise<number> =>
  listen(
    createServer((socket) => {
      let text = ''
      const read = (bytes: Buffer) => {
        text += bytes.toString('latin1')
        if (!text.includes('\r\n\r\n')) return
        socket.off('data', read)
        socket.resume()
        answer(socket, text)
      }
      socket.on('data', read)
    }),
  )

type JobParts = Partial<Omit<Job, 'call'>> & { call?: Partial<Job['call']> }

export const jobFor = (url: string, parts: JobParts = {}): Job => ({
  id: 'job-1',
  due: '2026-01-05T10:00:00.000Z',
  variables: {},
  secrets: [],
  conditions: { meta: {}, conditions: [] },
  ...parts,
  call: {
    method: 'GET',
    url,
    parameters: [],
    headers: [],
    body: null,
    follow_redirects: true,
    verify_tls: true,
    timeout_ms: 20_000,
    ...parts.call,
  },
})

export const loopback = parseAllowed('127.0.0.0/8, ::1')

/** Decodes the result detail in a report. */
const detailOf = (report: Report): Detail =>
  JSON.parse(inflateRawSync(Buffer.from(report.detail, 'base64')).toString()) as Detail

export const run = async (job: Job, options: Partial<RunOptions> = {}): Promise<{ report: Report; detail: Detail }> => {
  const report = await runCall(job, { allowed: loopback, userAgent: 'Sonde/test', ...options })
  return { report, detail: detailOf(report) }
}
