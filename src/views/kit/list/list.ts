import type { EntityKind } from '../../../commands/core/world.ts'
import type { EndpointName, ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf, QueryOf } from '../../../contract/core/endpoint.ts'
import type { PageOf } from '../../core/use-older.ts'
import type { ActSpec } from '../../parts/act/acts.ts'
import type { BulkAct } from '../../parts/act/BulkBar.tsx'
import type { LinkTarget } from '../../parts/act/links.ts'
import type { MenuItem } from '../../parts/act/Menu.tsx'
import type { RowAct } from '../../parts/table/table-column.ts'
import type { IconName } from '../../parts/text/icons.ts'
import { type Filter, narrowed, type Search } from './filter.ts'

type Answer<Name extends EndpointName> = AnswerOf<ProductContract[Name]>

/** Rows of an answer: `data` where a resource is listed, `results` elsewhere. */
type RowsIn<Data> = Data extends { readonly data: readonly (infer Row)[] }
  ? Row
  : Data extends { readonly results: readonly (infer Row)[] }
    ? Row
    : never

/** A row of the list that an endpoint answers. */
export type RowOf<Name extends EndpointName> = RowsIn<Answer<Name>>

/** Endpoints that answer a list. */
export type ListName = { [Name in EndpointName]: [RowOf<Name>] extends [never] ? never : Name }[EndpointName]

/** Description of a list's rows and of the actions on them. */
export type ListRows<Row> = {
  /** Null where no command names a row: keys and the cursor leave the list alone. */
  readonly kind: EntityKind | null
  /** "schedule" and "schedules", for all sentences about the list. */
  readonly one: string
  readonly many: string
  /** Label of the table: "Schedules". */
  readonly label: string
  /** The label is also the visible title of the list's card: of a list that is a part of a screen. */
  readonly titled?: boolean | undefined
  readonly rowId: (row: Row) => string
  /** A row's name in labels of its buttons. */
  readonly rowName: (row: Row) => string
  /** Opens a row on Enter, where its kind has no screen of its own: a link or a command. */
  readonly opens?: ((row: Row) => LinkTarget | ActSpec) | undefined
  /** Icons at the end of a row. In a definition, as in its menu, a command without arguments takes the row by the name of its kind. */
  readonly acts?: ((row: Row) => readonly RowAct[]) | undefined
  readonly menu?: ((row: Row) => readonly MenuItem[]) | undefined
  /** Commands for selected rows; without them there is no selection. */
  readonly bulk?: readonly BulkAct[] | undefined
  /** Rows of one line; otherwise they have two. */
  readonly oneLine?: boolean | undefined
}

/** A command that adds a row; without a label it has the command's own. */
export type AddAct = ActSpec & { readonly icon?: IconName; readonly label?: string }

/** A list without any rows: what the thing is for, and how to begin. */
export type EmptyWords = {
  readonly text: string
  /** "No schedules yet" where absent. */
  readonly title?: string | undefined
  /** The line that makes one in the console. */
  readonly line?: string | undefined
  /** Buttons in place of the list's own; the first is the primary one. */
  readonly acts?: readonly AddAct[] | undefined
}

type Definition<Row, Query> = Omit<ListRows<Row>, 'label'> & {
  /** Label of the table, where it is not the plural: "Audit log". */
  readonly label?: string | undefined
  /** Heading of the screen, where it is not the label. */
  readonly title?: string | undefined
  readonly filters: readonly Filter<Row, Query>[]
  readonly empty: EmptyWords
  /** Words for a list whose filters hide all rows, where the usual ones do not fit. */
  readonly hidden?: { readonly title: string; readonly text: string } | undefined
  /** The command that makes a row: primary button of the head, and of an empty list. */
  readonly add?: AddAct | undefined
  /** Rows that belong to the list; absent: all that the endpoint answers. */
  readonly shows?: ((row: Row) => boolean) | undefined
  /** Rows in the order that `sort` in the address names. */
  readonly order?: ((rows: readonly Row[], sort: string | undefined) => readonly Row[]) | undefined
  /** The part of the query that is always the same. */
  readonly query?: Partial<Query> | undefined
  /** A page at a time, which `before` in the address names: the cursor of its newest row; or `after`, that of its oldest, where the endpoint takes a direction. */
  readonly paged?: boolean | undefined
  /** New rows on top, older ones page by page: the command that loads them, and how pages join. */
  readonly older?:
    | {
        readonly command: string
        readonly join: (kept: readonly Row[], first: PageOf<Row>) => readonly Row[]
      }
    | undefined
}

/** A list of an endpoint's rows. */
export type List<Name extends ListName> = Definition<RowOf<Name>, QueryOf<ProductContract[Name]>> & {
  readonly endpoint: Name
  readonly label: string
  readonly title: string
}

/** Defines a list: its endpoint, its words, its filters and its commands. Columns belong to the screen. */
export const defineList = <Name extends ListName>(
  endpoint: Name,
  definition: Definition<RowOf<Name>, QueryOf<ProductContract[Name]>>,
): List<Name> => {
  const label = definition.label ?? definition.many.charAt(0).toUpperCase() + definition.many.slice(1)
  const { kind, rowId, acts, menu } = definition
  const onRow = <Item>(items: readonly Item[], row: RowOf<Name>): Item[] =>
    items.map((item) => (kind !== null && isBareCommand(item) ? { ...item, args: { [kind]: rowId(row) } } : item))
  return {
    ...definition,
    ...(acts && { acts: (row) => onRow(acts(row), row) }),
    ...(menu && { menu: (row) => onRow(menu(row), row) }),
    endpoint,
    label,
    title: definition.title ?? label,
  }
}

const isBareCommand = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'command' in item && !('args' in item)

/** Rows as an address shows them: in its order, narrowed by its filters. */
export const shownRows = <Row>(
  { shows = () => true, order, filters }: Pick<Definition<Row, unknown>, 'shows' | 'order' | 'filters'>,
  rows: readonly Row[],
  search: Search,
): readonly Row[] => {
  const listed = rows.filter(shows)
  return narrowed(order?.(listed, search.sort) ?? listed, filters, search)
}

/** The query that an address asks for. */
export const queryOf = <Name extends ListName>(
  list: List<Name>,
  search: Search,
): Partial<QueryOf<ProductContract[Name]>> =>
  Object.assign({}, list.query, ...list.filters.map(({ asks }) => asks?.(search)))
