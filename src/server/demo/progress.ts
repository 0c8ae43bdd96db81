const BAR = 24
const TERMINAL_EVERY_MS = 100

const counted = (number: number): string => Math.round(number).toLocaleString('en')

const left = (seconds: number): string =>
  seconds >= 90 ? `${Math.round(seconds / 60)} min left` : `${Math.ceil(seconds)} s left`

type Screen = { readonly isTTY?: boolean | undefined; write(text: string): unknown }

/** Shows the progress of long work after its label: a bar on a terminal, a line per tenth elsewhere. Times in ms. */
export const progressOn = (screen: Screen, unit: string, clock: () => number, label = '') => {
  const head = label === '' ? '' : `${label}  `
  const began = clock()
  let shownAt = 0
  let tenth = 0
  return {
    show(done: number, of: number): void {
      const now = clock()
      const share = of === 0 ? 1 : Math.min(1, done / of)
      const aSecond = done / Math.max(0.001, (now - began) / 1000)
      const facts = `${String(Math.floor(share * 100)).padStart(3)} %  ${counted(done)} ${unit}  ${counted(aSecond)}/s`
      if (screen.isTTY) {
        if (now - shownAt < TERMINAL_EVERY_MS && share < 1) return
        shownAt = now
        const full = Math.round(share * BAR)
        const rest = share < 1 && aSecond > 0 ? `  ${left((of - done) / aSecond)}` : ''
        screen.write(`\r\u001b[K${head}${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${facts}${rest}`)
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        screen.write(`${head}${facts}\n`)
      }
    },
    /** Returns the milliseconds since the start. */
    end(): number {
      if (screen.isTTY) screen.write('\r\u001b[K')
      return clock() - began
    },
  }
}
