/**
 * Source of the worker thread, as text because the server is bundled into one file. It writes to the terminal directly, since a worker's
 * normal output goes through the blocked loop. Of the stack it prints names and positions, never the values of variables.
 *
 * It counts its own turns instead of reading a clock, so that a suspended machine or a stopped process does not look like a blocked
 * loop.
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
  return name === undefined ? 'no request has arrived yet' : 'the latest request was for ' + name
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
      say(['The event loop is blocked here:', ...frames.slice(0, MOST_FRAMES).map(placeOf), ...more].join('\n'))
      hangUp()
    })
    session.post('Debugger.enable', { maxScriptsCacheSize: 0 })
    session.post('Debugger.pause')
  } catch (cause) {
    say('The blocking code cannot be located: ' + cause.message)
    hangUp()
  }
}

setInterval(() => {
  const now = Atomics.load(turns, 0)
  if (now !== seen) {
    if (still >= turnsUntilHung) say('The event loop runs again after ' + seconds(still) + '.')
    seen = now
    still = 0
    hangUp()
    return
  }
  still++
  if (still !== turnsUntilHung) return
  say('The event loop has been blocked for ' + seconds(still) + ', so nothing is answered, scheduled or delivered; ' + underWay() + '.')
  askWhere()
}, turnMs)

const seconds = (count) => ((count * turnMs) / 1000).toFixed(1) + ' s'
`
