import { formats, type Reading } from '../text/format.ts'

/** Figure in a table; zero is grey. */
export const Count = ({ value }: { value: Reading }) => (
  <span className={value ? 'num' : 'num muted'}>{formats.count(value)}</span>
)

export const Latency = ({ ms }: { ms: Reading }) => <span className="num">{formats.latency(ms)}</span>
export const Bytes = ({ size }: { size: Reading }) => <span className="num">{formats.bytes(size)}</span>

/** Ratio from 0 to 1; `bad` beyond the limit. */
export const Rate = ({ share, bad }: { share: Reading; bad?: boolean | undefined }) => (
  <span className={bad ? 'num bad strong' : 'num'}>{formats.rate(share)}</span>
)

/** A pass rate below this has the color of failing. */
const LOW_PASS_RATE = 0.95

/** The pass rate of a monitor or a location, from 0 to 1; a low one stands out. */
export const PassRate = ({ share }: { share: number | null }) => (
  <Rate share={share} bad={share !== null && share < LOW_PASS_RATE} />
)
