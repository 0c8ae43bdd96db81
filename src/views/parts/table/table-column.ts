import type { ReactNode } from 'react'
import type { ActSpec } from '../act/acts.ts'
import type { MenuItem } from '../act/Menu.tsx'
import type { IconName } from '../text/icons.ts'

/** A column of a table. */
export type Column<Row> = {
  readonly id: string
  /** Its header, with the unit; `spoken` where only screen readers are to hear it. */
  readonly head: string
  readonly spoken?: boolean | undefined
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the end. */
  readonly align?: 'end' | undefined
  /** Hidden below 1280 px (m), 900 px (t) or 640 px (s). */
  readonly hide?: 'm' | 't' | 's' | undefined
  /** The command that sorts by it. */
  readonly sorting?: ActSpec | undefined
  /** As narrow as a badge's shape on phones, where its header is only read out. */
  readonly slim?: boolean | undefined
  /** Takes the room that is left, and cuts off what is longer. */
  readonly grows?: boolean | undefined
  /** Names the row: its cell is the row's header. */
  readonly names?: boolean | undefined
  readonly className?: string | undefined
}

export type Sorted = { readonly column: string; readonly direction: 'ascending' | 'descending' }

/** A selection held elsewhere (the list's machine): what is ticked, and the commands that tick. */
export type Selection<Row> = {
  readonly has: (id: string) => boolean
  readonly toggling: (row: Row) => ActSpec
  readonly togglingAll: ActSpec
  readonly all: 'none' | 'some' | 'all'
  /** "monitors on this page" */
  readonly of: string
}

/** An action on a row, as an icon that appears on hover, focus and the cursor's row. */
export type RowAct = ActSpec & { readonly icon: IconName; readonly label: string }

/** Rows, columns and row keys of a table. */
export type TableProps<Row> = {
  /** What the table is, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** What a row is called in the names of its box and its actions. */
  readonly rowName: (row: Row) => string
  readonly sorted?: Sorted | undefined
  /** The id of the cursor's row. */
  readonly cursor?: string | null | undefined
  /** Makes a row the cursor's row when it is pointed at. */
  readonly pointing?: ((row: Row) => ActSpec | null) | undefined
  readonly selection?: Selection<Row> | undefined
  readonly acts?: ((row: Row) => readonly RowAct[]) | undefined
  readonly menu?: ((row: Row) => readonly MenuItem[]) | undefined
  /** What a row opens to, below it; null where it is closed. Not in a table of thousands. */
  readonly detail?: ((row: Row) => ReactNode) | undefined
  /** Rows of 34 px. */
  readonly dense?: boolean | undefined
  /** Rows with a second line: 6 px higher. */
  readonly twoLine?: boolean | undefined
  readonly className?: string | undefined
}
