import { type KeyboardEvent, useRef, useState } from 'react'
import { LinkTo } from '../act/Go.tsx'
import type { LinkTarget } from '../act/links.ts'
import { classNames } from '../text/class-names.ts'
import { formats } from '../text/format.ts'
import classes from './Blocks.module.css'
import { BLOCK_STEPS, blockStep } from './block-steps.ts'

/** Runs of one time window. */
export type Block = {
  /** From 0 to 1; null: no runs. */
  readonly rate: number | null
  /** "Sat 8 Nov 00:00" */
  readonly name: string
  /** "58 passed, 2 failed" */
  readonly detail?: string | undefined
  /** Link to its results. */
  readonly place?: LinkTarget | undefined
}

type BlocksProps = {
  /** "Pass rate per hour, last 14 days" */
  label: string
  /** Column labels ("06:00"); those with `shown` are visible above the grid. */
  columns: readonly { readonly name: string; readonly shown?: string | undefined }[]
  rows: readonly { readonly name: string; readonly blocks: readonly (Block | null)[] }[]
  /** Rows have names of things instead of short days. */
  named?: boolean | undefined
}

const wordsOf = ({ name, rate, detail }: Block): string =>
  [
    name,
    rate === null && detail === undefined
      ? 'no runs'
      : rate !== null && rate >= 1
        ? 'all passed'
        : rate !== null && `${formats.rate(rate)} passed`,
    detail,
  ]
    .filter(Boolean)
    .join(', ')

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Pass rates over time as a grid of blocks, each linked to its results; arrow keys move between them. The legend is always shown. */
export const Blocks = ({ label, columns, rows, named }: BlocksProps) => {
  const grid = useRef<HTMLTableElement>(null)
  const className = classNames(classes.grid, named && classes.named)
  const [[row, column], setPlace] = useState<readonly [number, number]>([0, 0])
  const keyed = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (!step) return
    const next = [row + step[0], column + step[1]] as const
    const element = grid.current?.rows[next[0] + 1]?.cells[next[1] + 1]?.querySelector('a')
    if (!element) return
    event.preventDefault()
    setPlace(next)
    element.focus()
  }
  return (
    <>
      <div className="scroll">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by arrows is a grid */}
        <table ref={grid} className={className} role="grid" aria-label={label} onKeyDown={keyed}>
          <thead>
            <tr>
              <td />
              {columns.map(({ name, shown }) => (
                <th key={name} scope="col">
                  {shown ?? <span className="sr">{name}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, blocks }, line) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {blocks.map((block, place) => (
                  <td key={block?.name ?? columns[place]?.name}>
                    {block?.place ? (
                      <LinkTo
                        {...block.place}
                        className={classNames(classes.block, classes[blockStep(block.rate)])}
                        label={wordsOf(block)}
                        tip={{ 'data-tip': wordsOf(block) }}
                        tabIndex={line === row && place === column ? 0 : -1}
                      />
                    ) : (
                      block && (
                        <span
                          className={classNames(classes.block, classes[blockStep(block.rate)])}
                          data-tip={wordsOf(block)}
                        >
                          <span className="sr">{wordsOf(block)}</span>
                        </span>
                      )
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.key}>
        {BLOCK_STEPS.map(([step, words]) => (
          <span key={step}>
            <i className={classNames(classes.block, classes[step])} />
            {words}
          </span>
        ))}
      </div>
    </>
  )
}
