import type { InstalledSamples } from '../../../machines/onboarding/wizard-context.ts'
import { counted } from '../../commands/core/bulk-words.ts'

/** Outcome of the sample import: installed, already there, or both. */
export const samplesSentence = ({ created, existing }: InstalledSamples): string => {
  if (created === 0) return `${counted(existing, 'sample monitor')}, installed before`
  return existing === 0
    ? `${counted(created, 'sample monitor')} installed`
    : `${counted(created, 'sample monitor')} installed, ${existing} already there`
}
