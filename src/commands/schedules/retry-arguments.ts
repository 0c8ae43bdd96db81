import { RETRY_SETTINGS, type RetryText } from '../../domain/schedules/retry-settings.ts'

/** Retry settings beside the method, as a line gives them. A flag is named as its tag is: `--max-retries` is `sys:backoff_max_retries`. */
export const retryArguments = {
  'interval?': '1 <= number.integer <= 86400',
  'factor?': '1 <= number <= 300',
  'base?': '1 <= number <= 100',
  'max_retries?': '1 <= number.integer <= 10',
  'skip_save?': '0 <= number.integer <= 10',
  'skip_notifs?': '0 <= number.integer <= 10',
} as const

/** Questions for the retry settings. */
export const retryPrompts = {
  method: 'Which retry method?',
  interval: 'After how many seconds?',
  factor: 'How many seconds is the first delay?',
  base: 'Which factor between delays?',
  max_retries: 'How many retries at most?',
  skip_save: 'How many failed attempts do statistics ignore?',
  skip_notifs: 'How many failed attempts do alerts ignore?',
} as const

/** Retry settings with those that a line gives. */
export const withGiven = (before: RetryText, given: Readonly<Record<string, number | undefined>>): RetryText => {
  const text = { ...before }
  for (const { key, tag } of RETRY_SETTINGS) {
    const value = Object.entries(given).find(([name]) => tag === `sys:backoff_${name}`)?.[1]
    if (value !== undefined) text[key] = value === 0 ? '' : String(value)
  }
  return text
}
