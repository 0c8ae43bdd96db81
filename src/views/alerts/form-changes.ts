import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import type { WebhookForm } from './webhook-form.ts'

const PARTS: readonly (readonly [words: string, of: (form: WebhookForm) => unknown])[] = [
  ['name', ({ name }) => name],
  ['results', ({ alerts }) => [...alerts].sort()],
  ['how many in a row', ({ fails }) => fails],
  ['periods without data', ({ alerts, periods }) => (alerts.includes('NO_DATA') ? periods : null)],
  ['repeats', ({ repeat }) => repeat],
  ['monitors', ({ scope, monitorId, includeTags, excludeTags }) => [scope, monitorId, includeTags, excludeTags]],
  ['on or off', ({ enabled }) => enabled],
]

/** The parts in which two forms differ, by their words. */
export const changedParts = (before: WebhookForm, now: WebhookForm): string[] => {
  const own = WEBHOOK_TYPES[now.type].parameters
    .filter(({ name }) => (before.parameters[name] ?? '') !== (now.parameters[name] ?? ''))
    .map(({ label }) => label.toLowerCase())
  const others = PARTS.filter(([, of]) => JSON.stringify(of(before)) !== JSON.stringify(of(now))).map(
    ([words]) => words,
  )
  return [...own, ...others]
}
