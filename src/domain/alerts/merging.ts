import { grouped } from '../core/grouped.ts'
import type { AlertPayload } from './alerting.ts'
import type { NewsRemark } from './news-remark.ts'

type Said = {
  readonly messageId: string
  readonly webhookKey: number
  readonly webhookId: string
  readonly webhookName: string
  /** The monitor, with the location where it is about missing data: outages of different places are told apart. */
  readonly place: string
  readonly recipient: string | null
  readonly kind: 'alert' | 'recovery'
  readonly why: NonNullable<NewsRemark['why']> | null
  readonly resultId: string
  readonly sinceMs: number
  readonly category: AlertPayload['result_class']
}

/** A message that an alert is about to queue for one receiver. */
export type Message = Said & {
  /** The receiver, as `receiversOf` marks it; null if it hears of every alert. */
  readonly mark: string | null
  readonly dueMs: number
  readonly remindMs: number
  /** Whether the receiver keeps incidents, which only end under the key that began them. */
  readonly isKeyed: boolean
}

/** A message that was queued before, or earlier in this batch. */
export type Told = Said & {
  readonly mark: string | null
  readonly state: 'pending' | 'arrived' | 'merged' | 'held'
  readonly createdMs: number
  /** For a message of this batch: when the result that it is about was due. */
  readonly dueMs: number | null
  readonly mergedInto: string | null
  readonly waitsFor: number | null
  readonly toldAs: string | null
}

/** An alert whose receiver knows of an outage that has not ended for it. */
export type Telling = { readonly sinceMs: number; readonly tellsEnd: boolean }

/** Where a message goes: out, or into another one. */
export type Placement = {
  /** The message that tells the receiver in its place. */
  readonly mergedInto: string | null
  /** The alert that tells the end of the outage in its place, once it ends for it too. */
  readonly waitsFor: number | null
  /** Whether the other message has arrived, so that this one is never needed. */
  readonly isSettled: boolean
  /** The alert that told the receiver of this outage first. */
  readonly toldAs: string | null
  /** Why it is not sent, as a sentence. */
  readonly reason: string | null
}

export type MergingFacts = {
  readonly told: readonly Told[]
  /** The state of an alert after this batch; null if its receiver knows of no outage that goes on. */
  readonly telling: (webhookKey: number, place: string) => Telling | null
  readonly nowMs: number
}

/** Goes out, at a receiver that no other alert has. */
export const ALONE: Placement = { mergedInto: null, waitsFor: null, isSettled: false, toldAs: null, reason: null }

/**
 * Decides for each message whether it goes out or another message tells the same receiver of the same outage. A receiver hears of the
 * beginning once, again if it gets worse, and of the end once, from the last alert for which the outage ends. Reminders, escalations and
 * flapping mean something else than a beginning and are merged only with their like.
 */
export const placeMessages = (messages: readonly Message[], facts: MergingFacts): Map<string, Placement> => {
  const placed = new Map<string, Placement>()
  const before = grouped(facts.told, lineOf)
  for (const [line, some] of grouped(messages, lineOf))
    for (const [id, placement] of line === null
      ? some.map(({ messageId }) => [messageId, ALONE] as const)
      : placeLine(some, before.get(line) ?? [], facts))
      placed.set(id, placement)
  return placed
}

/** One receiver and what it is told about; null for a receiver that hears of every alert. */
const lineOf = ({ mark, place }: { readonly mark: string | null; readonly place: string }): string | null =>
  mark === null ? null : `${mark} ${place}`

const placeLine = (
  messages: readonly Message[],
  before: readonly Told[],
  facts: MergingFacts,
): [string, Placement][] => {
  // In the order in which the receiver hears them.
  const here = [...before]
  return inOrder(messages, before).map((message) => {
    const placement =
      message.kind === 'alert' ? placeAlert(message, here, messages, facts) : placeEnd(message, here, messages, facts)
    const isSent = placement.mergedInto === null && placement.waitsFor === null
    here.push({ ...message, createdMs: facts.nowMs, state: isSent ? 'pending' : 'held', ...placement })
    return [message.messageId, placement]
  })
}

/** By time; at the same time, the alert that told the beginning goes first, so that its messages keep their order. */
const inOrder = (messages: readonly Message[], before: readonly Told[]): Message[] => {
  const follows = ({ kind, webhookKey }: Message): number =>
    kind === 'recovery' && before.some((one) => one.webhookKey === webhookKey && one.mergedInto !== null) ? 1 : 0
  return [...messages].sort((a, b) => a.dueMs - b.dueMs || follows(a) - follows(b) || a.webhookKey - b.webhookKey)
}

const isOwn = (one: Said, { webhookKey, recipient }: Said): boolean =>
  one.webhookKey === webhookKey && one.recipient === recipient

/** The alert's own news of this incident: one that a late pass ended may be followed by another one of the same outage. */
const ownBeginnings = (message: Message, here: readonly Told[]): Told[] => {
  const own = here.filter((one) => isOwn(one, message) && one.sinceMs === message.sinceMs)
  return own.slice(own.findLastIndex(({ kind }) => kind === 'recovery') + 1)
}

const isOut = ({ state }: Told): boolean => state === 'pending' || state === 'arrived'

const RANKS: Partial<Record<AlertPayload['result_class'], number>> = {
  PASS: -1,
  SLOW: 1,
  WARNING: 2,
  FAIL: 3,
  NO_DATA: 3,
}

const rankOf = (category: AlertPayload['result_class']): number => RANKS[category] ?? 0

/** Whether a receiver that knows of one category learns nothing from another. */
const covers = (known: Said, news: Said): boolean =>
  news.category === 'PASS' || known.category === 'PASS'
    ? known.category === news.category
    : rankOf(known.category) >= rankOf(news.category)

/**
 * The beginnings that the receiver has heard since the last end, without those of this very incident; none where the outage goes on for no
 * other alert.
 */
const sameOutage = (
  message: Message,
  here: readonly Told[],
  inBatch: readonly Message[],
  { telling }: MergingFacts,
): Told[] => {
  const lastEnd = here.findLastIndex((one) => one.kind === 'recovery' && isOut(one))
  const heard = here.slice(lastEnd + 1).filter(({ kind }) => kind === 'alert')
  const goesOn = heard.some((one) => {
    if (one.webhookKey === message.webhookKey) return false
    if (telling(one.webhookKey, one.place)?.sinceMs === one.sinceMs) return true
    const endMs = endIn(inBatch, one)
    return (endMs !== null && endMs >= message.dueMs) || (one.dueMs !== null && one.sinceMs === message.sinceMs)
  })
  return goesOn ? heard.filter((one) => !isOwn(one, message) || one.sinceMs !== message.sinceMs) : []
}

/** When the outage of a message ends for its alert among these messages; null if it does not. */
const endIn = (inBatch: readonly Message[], one: Told): number | null =>
  inBatch.find((end) => end.kind === 'recovery' && isOwn(end, one) && end.sinceMs === one.sinceMs)?.dueMs ?? null

const keyOf = (one: Pick<Told, 'toldAs' | 'webhookId'>): string => one.toldAs ?? one.webhookId

/** The alert under whose key the receiver knows the outage: that of the first message. */
const toldAsOf = (message: Message, own: readonly Told[], others: readonly Told[]): string => {
  const first = own[0] ?? others[0]
  return first ? keyOf(first) : message.webhookId
}

const placeAlert = (
  message: Message,
  here: readonly Told[],
  inBatch: readonly Message[],
  facts: MergingFacts,
): Placement => {
  const own = ownBeginnings(message, here)
  const others = sameOutage(message, here, inBatch, facts)
  const toldAs = toldAsOf(message, own, others)
  const into = others.filter((one) => tellsTheSame(one, message, own.length > 0, facts.nowMs))
  const leader = into.find(isOut) ?? into[0]
  return leader ? { ...intoMessage(leader), toldAs } : { ...ALONE, toldAs }
}

const tellsTheSame = (one: Told, message: Message, isRepeat: boolean, nowMs: number): boolean => {
  switch (message.why) {
    case 'reminder':
      return isOut(one) && one.createdMs > nowMs - message.remindMs
    case 'escalation':
    case 'flapping':
      return one.why === message.why && covers(one, message)
    default:
      if (isRepeat) return isOut(one) && one.resultId === message.resultId && covers(one, message)
      return covers(one, message)
  }
}

const intoMessage = (leader: Told): Omit<Placement, 'toldAs'> => ({
  mergedInto: leader.mergedInto ?? leader.messageId,
  waitsFor: null,
  isSettled: leader.state === 'arrived' || leader.state === 'merged',
  reason: `“${leader.webhookName}” tells the same receiver of this outage.`,
})

const placeEnd = (
  message: Message,
  here: readonly Told[],
  inBatch: readonly Message[],
  { telling }: MergingFacts,
): Placement => {
  const own = ownBeginnings(message, here)
  const toldAs = toldAsOf(message, own, [])
  const isSameIncident = (one: Told): boolean => keyOf(one) === toldAs
  const holder = here.find((one) => {
    if (one.webhookKey === message.webhookKey || one.kind !== 'alert') return false
    const state = telling(one.webhookKey, one.place)
    // Results that arrive together may end it for this alert first, and for the other at once.
    const goesOn =
      (state?.tellsEnd === true && state.sinceMs === one.sinceMs) || (endIn(inBatch, one) ?? 0) > message.dueMs
    return goesOn && (!message.isKeyed || isSameIncident(one))
  })
  if (holder)
    return {
      ...ALONE,
      waitsFor: holder.webhookKey,
      toldAs,
      reason: `For “${holder.webhookName}”, which tells the same receiver, this outage goes on. Its end is told once, with that.`,
    }
  // A receiver that has heard the end, and nothing since, needs no other.
  const last = here.findLast((one) => isOut(one) && (!message.isKeyed || isSameIncident(one)))
  const leader = last?.kind === 'recovery' ? last : null
  return leader ? { ...intoMessage(leader), toldAs } : { ...ALONE, toldAs }
}
