import { createContext, useContext } from 'react'
import { SuggestArea, SuggestInput } from './SuggestInput.tsx'
import { TextArea, TextInput } from './TextInput.tsx'
import type { Suggest } from './use-suggest.ts'

/** Suggests the variables that the fields within may read; null where no list of them is known. */
export const PlaceholderContext = createContext<Suggest | null>(null)

const OF = 'Variables'

/** One line of text in which placeholders are replaced: it suggests variables as soon as one is begun. */
export const PlaceholderInput = (props: Parameters<typeof TextInput>[0]) => {
  const suggest = useContext(PlaceholderContext)
  return suggest ? <SuggestInput {...props} suggest={suggest} of={OF} /> : <TextInput {...props} />
}

/** Several lines of text in which placeholders are replaced. */
export const PlaceholderArea = (props: Parameters<typeof TextArea>[0]) => {
  const suggest = useContext(PlaceholderContext)
  return suggest ? <SuggestArea {...props} suggest={suggest} of={OF} /> : <TextArea {...props} />
}
