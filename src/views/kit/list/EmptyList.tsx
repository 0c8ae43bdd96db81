import type { ReactNode } from 'react'
import { Act } from '../../parts/act/Act.tsx'
import { Card } from '../../parts/text/Card.tsx'
import { EmptyState } from '../../parts/text/EmptyState.tsx'
import { Notice } from '../../parts/text/Notice.tsx'
import { Time } from '../../parts/text/Time.tsx'
import type { AddAct, EmptyWords } from './list.ts'

type ListWords = {
  readonly label: string
  readonly titled?: boolean | undefined
  readonly one: string
  readonly many: string
  readonly empty: EmptyWords
  readonly hidden?: { readonly title: string; readonly text: string } | undefined
  readonly add?: AddAct | undefined
}

/** The key of a command presses it as it stands, so that it belongs to the button without arguments where there is one. */
const isPassedOver = ({ command, args }: AddAct, acts: readonly AddAct[]): boolean =>
  args !== undefined && acts.some((other) => other.command === command && other.args === undefined)

const NO_KEY = { hint: false, aria: { 'aria-keyshortcuts': undefined } } as const

/** A list without any rows. */
export const EmptyList = ({ list: { label, titled, many, empty, add } }: { readonly list: ListWords }) => {
  const acts = empty.acts ?? (add ? [add] : [])
  return (
    <Card {...(titled ? { title: label } : { label })}>
      <EmptyState
        title={empty.title ?? `No ${many} yet`}
        line={empty.line}
        actions={
          acts.length > 0 &&
          acts.map((act, index) => (
            <Act
              key={act.label ?? act.command}
              {...act}
              {...(isPassedOver(act, acts) && NO_KEY)}
              kind={index === 0 ? 'primary' : 'secondary'}
            />
          ))
        }
      >
        {empty.text}
      </EmptyState>
    </Card>
  )
}

/** A list whose filters hide all rows. */
export const NoMatch = ({ list: { label, titled, one, many, hidden } }: { readonly list: ListWords }) => (
  <Card {...(titled ? { title: label } : { label })}>
    <EmptyState
      title={hidden?.title ?? `No ${one} matches`}
      actions={<Act command="list.clear-filter" label="Clear the filter" />}
    >
      {hidden?.text ?? `The filter hides all ${many}. Change it, or clear it.`}
    </EmptyState>
  </Card>
)

/** Says that a search ended before the page was full. */
export const Searched = ({ to }: { readonly to: string }) => (
  <Notice kind="info">
    Searched as far as <Time at={to} as="full" />. Older and Newer go on from there.
  </Notice>
)

type NoMoreProps = { readonly many: string; readonly searchedTo: string | null; readonly pages: ReactNode }

/** A page without rows, beside which there are others. */
export const NoMoreRows = ({ many, searchedTo, pages }: NoMoreProps) => (
  <Card label={many}>
    <EmptyState title={searchedTo === null ? `No further ${many}` : `No ${many} found so far`}>
      {searchedTo === null ? (
        'The pages beside this one have some.'
      ) : (
        <>
          Searched as far as <Time at={searchedTo} as="full" />. Go on from there, or choose a time range.
        </>
      )}
    </EmptyState>
    {pages}
  </Card>
)
