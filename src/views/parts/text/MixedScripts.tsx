import { mixedScriptsWords } from '../../../domain/core/mixed-scripts.ts'
import { tip } from '../overlay/tip.ts'
import { Notice } from './Notice.tsx'

/** Hint beside a name in a list that a word of it mixes scripts; nothing if none does. */
export const MixedScripts = ({ name }: { name: string }) => {
  const words = mixedScriptsWords(name)
  return (
    words && (
      <span className="muted trunc" {...tip(words, 'cut')}>
        {words}
      </span>
    )
  )
}

/** Notice on a page where a person decides by the names of others: those that mix scripts. */
export const MixedNames = ({ names }: { names: readonly (string | null)[] }) =>
  [...new Set(names)].flatMap((name) => {
    const words = name === null ? null : mixedScriptsWords(name)
    return words
      ? [
          <Notice key={name} kind="info" title={`“${name}” ${words}`}>
            It may imitate another name.
          </Notice>,
        ]
      : []
  })
