const DAY_MS = 86_400_000

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "until 14:30", and with its day where that is more than a day on; empty for no end. Both in Unix ms, in the reader's zone. */
export const untilWords = (end: number | null, now: number): string =>
  end === null ? '' : `until ${(end - now < DAY_MS ? clock : dayAndClock).format(end).replace(',', '')}`
