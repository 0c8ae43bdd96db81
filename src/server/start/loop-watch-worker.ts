/**
 * What the watching thread runs, as text, since the server's program is one file. It writes to the terminal itself: what a worker prints
 * otherwise goes by way of the loop that hangs. Of the stack it tells names and positions, never what variables hold.
 *
 * It counts its own turns and not the time, so that a machine that slept, or a process that was stopped, is not taken for a loop that hangs.
 */
export const LOOP_WATCH_WORKER = String.raw`
const { Session } = require('node:inspector')
const { writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
const { shared, turnMs, turnsUntilHung, names } = workerData
const MOST_FRAMES = 25
const turns = new Int32Array(shared)

const say = (line) => {
  try {
    writeSync(2, new Date().toISOString() + ' ' + line + '\n')
  } catch {}
}

let seen = 0
let still = 0
let session = null
const scripts = new Map()

const underWay = () => {
  const name = names[Atomics.load(turns, 1) - 1]
  return name === undefined ? 'before the first request' : 'the newest request was for ' + name
}

const hangUp = () => {
  try {
    session?.disconnect()
  } catch {}
  session = null
}

const placeOf = ({ functionName, url, location }) =>
  '    at ' + (functionName || '(anonymous)') + ' (' + (url || scripts.get(location.scriptId) || 'no file') + ':' + (location.lineNumber + 1) + ':' + ((location.columnNumber ?? 0) + 1) + ')'

const askWhere = () => {
  try {
    session = new Session()
    session.connectToMainThread()
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
    session.on('Debugger.paused', ({ params }) => {
      session?.post('Debugger.resume')
      const frames = params.callFrames
      const more = frames.length > MOST_FRAMES ? ['    and ' + (frames.length - MOST_FRAMES) + ' more'] : []
      say(['The event loop hangs here:', ...frames.slice(0, MOST_FRAMES).map(placeOf), ...more].join('\n'))
      hangUp()
    })
    session.post('Debugger.enable', { maxScriptsCacheSize: 0 })
    session.post('Debugger.pause')
  } catch (cause) {
    say('Where it hangs cannot be found out: ' + cause.message)
    hangUp()
  }
}

setInterval(() => {
  const now = Atomics.load(turns, 0)
  if (now !== seen) {
    if (still >= turnsUntilHung) say('The event loop turns again, after ' + seconds(still) + '.')
    seen = now
    still = 0
    hangUp()
    return
  }
  still++
  if (still !== turnsUntilHung) return
  say('The event loop has hung for ' + seconds(still) + ': nothing is answered, scheduled or delivered; ' + underWay() + '.')
  askWhere()
}, turnMs)

const seconds = (count) => ((count * turnMs) / 1000).toFixed(1) + ' s'
`
