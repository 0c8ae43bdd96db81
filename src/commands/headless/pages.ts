import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { World } from '../core/world.ts'

/** The largest page that every list answers. */
const PAGE_ROWS = 100

type Page = {
  readonly meta?: { readonly more?: boolean; readonly next_cursor?: string | null }
  readonly data?: readonly object[]
  readonly results?: readonly object[]
}

type Input = { readonly params?: object; readonly query?: object }

/** Rows of a list, and whether there are more. */
export type Rows = { readonly rows: readonly object[]; readonly more: boolean }

/** The rows of a list, up to a number: each page as it is read. */
export async function* pagesOf(
  name: EndpointName,
  endpoint: AnyEndpoint,
  input: Input,
  most: number,
  call: World['call'],
): AsyncGenerator<Rows> {
  let count = 0
  const isPaged = JSON.stringify(endpoint.query ?? {}).includes('"limit?"')
  for (let cursor: string | null = null; ; ) {
    const limit = Math.min(PAGE_ROWS, most - count)
    const query = { ...input.query, ...(isPaged && { limit }), ...(cursor !== null && { cursor }) }
    // The endpoint is found by name, so its input and answer are not known here: lists answer pages.
    const page = (await call(name, { ...input, query } as CallOf<ProductContract[EndpointName]>)) as Page
    const rows = page.data ?? page.results ?? []
    const isCut = page.meta?.more === true
    yield { rows: rows.slice(0, most - count), more: isCut || count + rows.length > most }
    count += rows.length
    cursor = isCut ? (page.meta?.next_cursor ?? null) : null
    if (cursor === null || count >= most) return
  }
}

/** The rows of a list, page by page, up to a number. */
export const readRows = async (...[name, endpoint, input, most, call]: Parameters<typeof pagesOf>): Promise<Rows> => {
  const rows: object[] = []
  let more = false
  for await (const page of pagesOf(name, endpoint, input, most, call)) {
    for (const row of page.rows) rows.push(row)
    more = page.more
  }
  return { rows, more }
}
