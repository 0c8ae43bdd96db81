import { type ReactNode, useMemo, useState } from 'react'
import { Act } from '../act/Act.tsx'
import { Segmented } from '../form/Segmented.tsx'
import { Card } from './Card.tsx'
import classes from './Code.module.css'
import { classNames } from './class-names.ts'
import { highlight, type Language, pretty } from './highlight.ts'

type CodeProps = {
  text: string
  language?: Language | undefined
  /** "Response body" */
  label: string
  /** Scrolls above a height of 300 px. */
  short?: boolean | undefined
  className?: string | undefined
}

/** Code with light highlighting. */
export const Code = ({ text, language = 'text', label, short, className }: CodeProps) => {
  const tokens = useMemo(() => highlight(text, language), [text, language])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <pre
      className={classNames(classes.code, short && classes.short, className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {tokens.map(({ kind, text: piece }, place) =>
        kind === 'plain' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens are identified by their position
          <span key={place} className={classes[kind]}>
            {piece}
          </span>
        ),
      )}
    </pre>
  )
}

type CodeCardProps = CodeProps & {
  title: string
  sub?: ReactNode
  /** Shown above the text: status line, headers. */
  before?: ReactNode
  /** Copy command; receives `text`. */
  copying?: string | undefined
  /** Additional controls at the right of the header. */
  actions?: ReactNode
}

/** Body with title, pretty/raw switch and copy button. */
export const CodeCard = ({ title, sub, before, copying, actions, ...code }: CodeCardProps) => {
  const [view, setView] = useState('pretty')
  const shown = view === 'pretty' ? pretty(code.text, code.language ?? 'text') : code.text
  return (
    <Card
      title={title}
      sub={sub}
      actions={
        <>
          <Segmented
            label={`${title} view`}
            value={view}
            onValue={setView}
            options={[
              { value: 'pretty', label: 'Pretty' },
              { value: 'raw', label: 'Raw' },
            ]}
          />
          {copying && (
            <Act
              command={copying}
              args={{ text: code.text }}
              kind="ghost"
              size="small"
              icon="copy"
              iconOnly
              label={`Copy ${code.label.toLowerCase()}`}
            />
          )}
          {actions}
        </>
      }
    >
      <div className={classes.stacked}>
        {before}
        {code.text === '' ? (
          <p className="muted">Empty</p>
        ) : (
          <Code {...code} text={shown} language={view === 'raw' ? 'text' : code.language} />
        )}
      </div>
    </Card>
  )
}
