import { isSignal, type Signal } from '../../domain/alerts/signal.ts'
import { WEBHOOK_TYPES, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { SILENT_PERIODS } from '../../domain/silence/silence.ts'
import { categoryWords } from '../parts/text/category.ts'
import type { WebhookForm } from './webhook-form.ts'
import { ALERT_CATEGORIES } from './webhook-type.ts'

const ordinal = (count: number): string => {
  const tens = count % 100
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${suffix}`
}

const listed = (words: readonly string[]): string => {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

/** Whether the end of an incident is told without Pass being chosen: to whoever hears of incidents, not of results. */
export const sendsIncidentEnd = (type: WebhookTypeId, repeat: boolean): boolean =>
  WEBHOOK_TYPES[type].isStateful || WEBHOOK_TYPES[type].repeats === false || !repeat

type Settings = Pick<WebhookForm, 'type' | 'alerts' | 'fails' | 'repeat'> & Partial<Pick<WebhookForm, 'periods'>>

/** In a sentence or two, when an alert with these settings is sent. */
export const firingWords = (settings: Settings): string => {
  const conditions = settings.alerts.filter(isSignal)
  if (conditions.length === 0) return withoutConditions(settings)
  const what = listed(conditions.map((each) => CONDITION_WORDS[each]))
  const hearsEnd = sendsIncidentEnd(settings.type, settings.repeat) || settings.alerts.includes('PASS')
  const sent = `Sent when ${what}${hearsEnd ? ', and once more when that is over' : '; not when that is over: choose Pass for that'}.`
  const rest = settings.alerts.filter((each) => !isSignal(each))
  return rest.length === 0
    ? sent
    : `${withoutConditions({ ...settings, alerts: rest, hasConditions: true })} Also: ${sent}`
}

const CONDITION_WORDS: Readonly<Record<Signal, string>> = {
  EXPIRY: 'a certificate or token expires soon',
  BURN: 'an error budget burns fast',
  BUDGET: 'an error budget is used up',
  CHANGE: 'a monitor is worse than over the week before',
}

const withoutConditions = (settings: Settings & { hasConditions?: boolean }): string => {
  const { alerts } = settings
  if (!alerts.includes('NO_DATA')) return resultWords({ ...settings, isBeside: settings.hasConditions ?? false })
  const periods = Math.max(SILENT_PERIODS, Number(settings.periods) || SILENT_PERIODS)
  const silence = `when a location has had no data for ${periods} periods of the schedule.`
  const others = resultWords({ ...settings, alerts: alerts.filter((each) => each !== 'NO_DATA'), isBeside: true })
  if (alerts.length > 1 && others !== '') return `${others} Also sent ${silence}`
  const over = sendsIncidentEnd(settings.type, settings.repeat)
    ? 'Sent once more when data is back.'
    : `Not sent when data is back: ${howToHearEnds(settings.type)}`
  return `Sent ${silence} ${over}`
}

/** Pass tells ends too, but also every pass: the switch is what people look for. */
const howToHearEnds = (type: Settings['type']): string =>
  WEBHOOK_TYPES[type].repeats === null
    ? 'choose Pass for that.'
    : 'turn off “Send every further failure” to be told once when it begins and once when it ends.'

/** `isBeside`: no data is alerted on too, so that passing alone is not the trouble. */
const resultWords = ({ type, alerts, fails, repeat, isBeside = false }: Settings & { isBeside?: boolean }): string => {
  if (alerts.length === 0) return 'Never sent: choose at least one kind of result.'
  const wantsPass = alerts.includes('PASS')
  const isNegative = wantsPass && !isBeside && !alerts.includes('WARNING') && !alerts.includes('FAIL')
  const troubles = ALERT_CATEGORIES.filter((each) => alerts.includes(each) && (each !== 'PASS' || isNegative))
  if (troubles.length === 0) return sendsIncidentEnd(type, repeat) ? '' : 'Sent for every Pass.'
  const words = listed(troubles.map((each) => categoryWords[each]))
  const count = Math.max(1, Number(fails) || 1)
  const first = count === 1 ? `the first ${words}` : `the ${ordinal(count)} ${words} in a row`
  const again = repeat && !WEBHOOK_TYPES[type].isStateful ? ', and for every further one' : ''
  const hears = sendsIncidentEnd(type, repeat)
  const over =
    hears || wantsPass
      ? 'Sent once more when the monitor recovers.'
      : `Not sent when the monitor recovers: ${howToHearEnds(type)}`
  return `Sent for ${first}${again}. ${over}${wantsPass && !isNegative && !hears ? ' Every other Pass is sent too.' : ''}`
}
