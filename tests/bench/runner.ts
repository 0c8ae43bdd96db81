import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phaseAccuracy } from './phase-accuracy.ts'
import { firstLineOf, hasProgram, outputOf, startBundle, startOn, startScript } from './programs.ts'
import type { Row } from './row.ts'

const WARM_SECONDS = 5
const SECONDS = 5
const IN_FLIGHT = 500
/** What a call over TLS should reach of the rate of bare handshakes. */
const SHARE_OF_LIMIT = 0.95

/** Calls per second, and per second of a program's own processor time, which others on the core do not take from. */
type Rate = { wall: number; processor: number }

const callsPerSecond = async (
  kind: 'runner' | 'comparisons' | 'paths' | 'bare' | 'bare-http2' | 'handshake' | 'handshake-http2',
  url: string,
  authority: string[] = [],
): Promise<Rate> => {
  const args = [kind, url, String(WARM_SECONDS), String(SECONDS), ...authority]
  const [wall, processor] = (await outputOf(await startBundle(0, 'call-load.ts', args))).split(' ').map(Number)
  return { wall: wall ?? Number.NaN, processor: processor ?? Number.NaN }
}

const TICKS = 100
/** Seconds of processor time that another process has taken. */
const processorSeconds = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

const listening = (port: number): Promise<void> =>
  new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.on('error', () => setTimeout(attempt, 50))
    }
    attempt()
  })

/** A module of the exporter's configuration: a certificate to trust, and the version that a response must have. */
type Module = { authority?: string; version?: string }

/**
 * Measures probes per second of prometheus-blackbox-exporter on one core over its HTTP interface; null if it is not installed, or if it
 * finds the target failing.
 */
const exporterProbes = async (target: string, { authority, version }: Module = {}): Promise<Rate | null> => {
  if (!hasProgram('prometheus-blackbox-exporter') || !hasProgram('wrk')) return null
  const configuration = join(tmpdir(), 'sonde-bench-blackbox.yml')
  const settings = [
    'preferred_ip_protocol: ip4',
    ...(authority ? ['tls_config:', `  ca_file: ${authority}`] : []),
    ...(version ? [`valid_http_versions: ["${version}"]`] : []),
  ]
  const lines = settings.map((line) => `      ${line}\n`).join('')
  writeFileSync(configuration, `modules:\n  http_2xx:\n    prober: http\n    http:\n${lines}`)
  const port = 9_715
  const args = [`--config.file=${configuration}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error']
  const exporter = startOn(0, 'prometheus-blackbox-exporter', args, { GOMAXPROCS: '1' })
  try {
    await listening(port)
    const url = `http://127.0.0.1:${port}/probe?target=${target}&module=http_2xx`
    if (!/^probe_success 1$/m.test(await (await fetch(url)).text())) return null
    const load = (seconds: number) => outputOf(startOn(1, 'wrk', ['-c', '32', '-t', '1', '-d', `${seconds}s`, url]))
    await load(1)
    const before = processorSeconds(exporter.pid)
    const told = await load(SECONDS)
    const took = processorSeconds(exporter.pid) - before
    const made = Number(/(\d+) requests in/.exec(told)?.[1] ?? Number.NaN)
    return { wall: Number(/Requests\/sec:\s*([\d.]+)/.exec(told)?.[1] ?? Number.NaN), processor: made / took }
  } finally {
    exporter.kill()
  }
}

const EXPORTER = 'prometheus-blackbox-exporter'

/** Rows beside the exporter, which is the least that a rate must reach. */
const rowsBeside = (figure: string, rate: Rate, exporter: Rate | null): Row[] =>
  (['wall', 'processor'] as const).map((clock) => ({
    figure:
      clock === 'wall' ? `calls a second on one core ${figure}` : `of that, a second of its processor time, ${figure}`,
    value: rate[clock],
    unit: 'calls/s',
    ...(exporter !== null && {
      reference: { name: EXPORTER, value: exporter[clock] },
      target: `>= ${Math.floor(exporter[clock])}`,
    }),
  }))

/** Measures verified calls over TLS, each with a full handshake, in one version of HTTP. */
const secureRows = async (version: 'http/1.1' | 'h2', name: string): Promise<Row[]> => {
  const server = startScript(1, 'secure-server.ts', [version])
  const [port = '', authority = ''] = (await firstLineOf(server)).split(' ')
  const url = `https://localhost:${port}/`
  const rate = await callsPerSecond('runner', url, [authority])
  const required = version === 'h2' ? 'HTTP/2.0' : 'HTTP/1.1'
  const exporter = await exporterProbes(url, { authority, version: required })
  const bare = await callsPerSecond(version === 'h2' ? 'bare-http2' : 'bare', url, [authority])
  const handshakes = await callsPerSecond(version === 'h2' ? 'handshake-http2' : 'handshake', url, [authority])
  server.kill()
  const figure = `over ${name}, each with a full handshake and a verified certificate`
  const ofProcessor = { value: rate.processor, unit: 'calls/s' } as const
  const loop: Row = {
    ...ofProcessor,
    figure: `calls a second of its processor time, ${figure}, beside Node's client alone`,
    reference: { name: version === 'h2' ? 'bare node:http2 loop' : 'bare node:https loop', value: bare.processor },
    target: `>= ${Math.floor(bare.processor)}`,
  }
  const limit: Row = {
    ...ofProcessor,
    figure: `calls a second of its processor time, ${figure}, beside handshakes alone`,
    reference: { name: 'bare node:tls handshakes', value: handshakes.processor },
    target: `>= ${Math.floor(handshakes.processor * SHARE_OF_LIMIT)}`,
  }
  return [...rowsBeside(figure, rate, exporter), loop, limit]
}

const memoryRow = async (): Promise<Row> => {
  const server = startScript(1, 'held-server.ts')
  const args = [await firstLineOf(server), String(IN_FLIGHT), String(SECONDS)]
  const value = Number(await outputOf(await startBundle(0, 'in-flight.ts', args)))
  server.kill()
  return { figure: `memory with ${IN_FLIGHT} calls in flight, peak`, value, unit: 'MB (RSS)', target: '< 256' }
}

/** Measures the HTTP runner on one core and the accuracy of its phases. Takes about three minutes. */
export const runnerBench = async (): Promise<Row[]> => {
  const server = startScript(1, 'plain-server.ts')
  const url = `http://127.0.0.1:${await firstLineOf(server)}/`
  const runner = await callsPerSecond('runner', url)
  const bare = await callsPerSecond('bare', url)
  const exporter = await exporterProbes(url)
  const comparisons = await callsPerSecond('comparisons', url)
  const paths = await callsPerSecond('paths', url)
  server.kill()
  const rows: Row[] = [
    {
      figure: 'calls a second on one core, a connection each, 32 in flight, judged and with detail',
      value: runner.wall,
      unit: 'calls/s',
      reference: { name: 'bare node:http loop', value: bare.wall },
      target: '>= 3500',
    },
    ...rowsBeside('beside a blackbox prober', runner, exporter),
    ...rowsBeside('with ten comparisons each', comparisons, exporter),
    ...rowsBeside('with ten JSON paths each, judged in other threads', paths, exporter),
  ]
  rows.push(...(await secureRows('http/1.1', 'HTTPS')), ...(await secureRows('h2', 'HTTP/2')), await memoryRow())
  for (const { phase, errorMs, curlErrorMs } of await phaseAccuracy(hasProgram('curl'))) {
    rows.push({
      figure: `median error of the phase ${phase} against a known delay`,
      value: errorMs,
      unit: 'ms',
      ...(curlErrorMs !== null && { reference: { name: 'curl -w', value: curlErrorMs } }),
      // The handshake also includes the work of both ends.
      ...(phase !== 'handshake' && { target: '< 1' }),
    })
    if (curlErrorMs !== null && phase !== 'handshake')
      rows.push({
        figure: `distance of the phase ${phase} from curl's`,
        value: Math.abs(errorMs - curlErrorMs),
        unit: 'ms',
        target: '< 1',
      })
  }
  return rows
}
