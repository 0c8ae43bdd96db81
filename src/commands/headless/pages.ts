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

/** The rows of a list, page by page, up to a number. */
export const readRows = async (
  name: EndpointName,
  endpoint: AnyEndpoint,
  input: Input,
  most: number,
  call: World['call'],
): Promise<{ readonly rows: readonly object[]; readonly more: boolean }> => {
  const rows: object[] = []
  const isPaged = JSON.stringify(endpoint.query ?? {}).includes('"limit?"')
  for (let cursor: string | null = null; ; ) {
    const limit = Math.min(PAGE_ROWS, most - rows.length)
    const query = { ...input.query, ...(isPaged && { limit }), ...(cursor !== null && { cursor }) }
    // The endpoint is found by name, so its input and answer are not known here: lists answer pages.
    const page = (await call(name, { ...input, query } as CallOf<ProductContract[EndpointName]>)) as Page
    for (const row of page.data ?? page.results ?? []) rows.push(row)
    const isCut = page.meta?.more === true
    cursor = isCut ? (page.meta?.next_cursor ?? null) : null
    if (cursor === null || rows.length >= most) return { rows: rows.slice(0, most), more: isCut || rows.length > most }
  }
}
