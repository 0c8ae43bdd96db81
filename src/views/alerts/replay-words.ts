import type { ReplayPicture } from '../../../machines/alerts/replay.ts'
import { messagesOf, type ReplayTally } from '../../domain/alerts/replay-tally.ts'
import { formats } from '../parts/text/format.ts'

const some = (count: number, one: string, many = `${one}s`): string =>
  `${formats.count(count)} ${count === 1 ? one : many}`

const partsOf = ({ fired, repeated, recovered }: ReplayTally): string =>
  [
    fired > 0 && some(fired, 'alert'),
    repeated > 0 && some(repeated, 'repeat'),
    recovered > 0 && some(recovered, 'recovery', 'recoveries'),
  ]
    .filter((part) => part !== false)
    .join(', ')

/** The outcome of a replay: "This rule would have sent 12 messages (4 alerts, 8 recoveries) …". */
export const replayFinding = ({ totals, results, covered }: ReplayPicture): string => {
  const parts = partsOf(totals)
  const messages = messagesOf(totals)
  const sent = messages === 0 ? 'no messages' : `${some(messages, 'message')} (${parts})`
  const held = totals.held === 0 ? '' : ` It would have stayed quiet about ${some(totals.held, 'more result')}.`
  return `This rule would have sent ${sent} about ${some(results, 'result')} of ${some(covered, 'monitor')}.${held}`
}

/** Comparison of two replays: "12 messages → 3". */
export const comparison = (earlier: ReplayPicture, now: ReplayPicture): string =>
  `${some(messagesOf(earlier.totals), 'message')} → ${formats.count(messagesOf(now.totals))}`

/** Words about the messages that the stored alert really sent; null for a new one, or where they cannot be compared. */
export const sentWords = ({ sent, from, partial }: ReplayPicture): string | null => {
  // It sent messages in the whole time, which a replay that ended early does not cover.
  if (sent === null || partial !== null) return null
  const messages = messagesOf(sent)
  const since =
    Date.parse(sent.created) > Date.parse(from)
      ? ` since it was created ${formats.minute(Date.parse(sent.created))}`
      : ' in the same time'
  return `As saved, it ${messages === 0 ? 'sent no messages' : `really sent ${some(messages, 'message')} (${partsOf(sent)})`}${since}.`
}

/** The reason why there is nothing to show; null where there is something. */
export const nothingWords = ({ covered, results, partial }: ReplayPicture): string | null => {
  if (partial !== null) return null
  if (covered === 0) return 'This rule covers no monitor, so there is nothing to replay.'
  return results === 0
    ? 'The monitors of this rule have no results in the last 30 days, so there is nothing to replay.'
    : null
}

/** Words about the parts that a replay leaves out. */
export const leftOutWords = ({ without_no_data: noData, without_conditions: conditions }: ReplayPicture): string => {
  const parts = [
    'dependencies',
    ...(noData ? ['missing data'] : []),
    ...(conditions ? ['conditions other than results'] : []),
  ]
  return `As if nobody had acknowledged anything; ${new Intl.ListFormat('en').format(parts)} are left out.`
}
