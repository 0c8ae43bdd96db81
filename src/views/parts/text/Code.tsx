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
  /** Higher texts scroll within 300 px. */
  short?: boolean | undefined
  className?: string | undefined
}

/** A text as code, lightly coloured. */
export const Code = ({ text, language = 'text', label, short, className }: CodeProps) => {
  const tokens = useMemo(() => highlight(text, language), [text, language])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <pre
      className={classNames(classes.code, short && classes.short, className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is scrolled with keys too
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {tokens.map(({ kind, text: piece }, place) =>
        kind === 'plain' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
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
  /** Above the text: a status line, headers. */
  before?: ReactNode
  /** The command that copies; it is given `text`. */
  copying?: string | undefined
  /** Further controls at the end of the header. */
  actions?: ReactNode
}

/** A body under its title: pretty or raw, to copy. */
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
