import { useActs } from './acts.ts'
import { Kbd } from './Kbd.tsx'
import { keyWordsOf } from './key-caps.ts'

/** Key caps of a command's shortcut, which a person may have changed; nothing where it has none. `spoken`: screen readers hear it too. */
export const ActKbd = (props: { command: string; className?: string | undefined; spoken?: boolean }) => {
  const { key } = useActs().facts(props.command)
  if (key === null) return null
  return (
    <>
      <Kbd keys={key} className={props.className} />
      {props.spoken && <span className="sr">{keyWordsOf(key)}</span>}
    </>
  )
}
