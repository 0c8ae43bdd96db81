import type { InstalledSamples } from '../../../machines/onboarding/wizard-context.ts'
import { counted } from '../../commands/core/bulk-words.ts'

/** What became of the samples: installed, there before, or some of each. */
export const samplesSentence = ({ created, existing }: InstalledSamples): string => {
  if (created === 0) return `${counted(existing, 'sample monitor')}, installed before`
  return existing === 0
    ? `${counted(created, 'sample monitor')} installed`
    : `${counted(created, 'sample monitor')} installed, ${existing} were there`
}
