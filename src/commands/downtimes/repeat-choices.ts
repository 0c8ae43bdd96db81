import type { Choices } from '../core/command.ts'

/** The repetitions of a downtime, by the number of days and in words. */
export const repeatChoices: Choices = () => [
  { value: '0', note: 'Never', also: ['once'] },
  { value: '1', note: 'Every day', also: ['daily'] },
  { value: '7', note: 'Every week', also: ['weekly'] },
]
