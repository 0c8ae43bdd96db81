// @ts-check

/**
 * Moves the wall clock of a Node process, for strained test runs: preloaded with `--import`, it adds `SONDE_CLOCK_SHIFT_MS` to `Date`. Timers and
 * monotonic clocks stay true. PostgreSQL, browsers and OpenSSL's judgement of certificates keep the machine's clock.
 */

const MachineDate = Date
const shiftMs = Number(process.env.SONDE_CLOCK_SHIFT_MS ?? 0)
const now = () => MachineDate.now() + shiftMs

const ShiftedDate = new Proxy(MachineDate, {
  construct: (target, words, made) => Reflect.construct(target, words.length === 0 ? [now()] : words, made),
  apply: () => new MachineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
MachineDate.prototype.constructor = ShiftedDate
globalThis.Date = ShiftedDate
