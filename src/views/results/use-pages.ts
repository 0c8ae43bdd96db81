import { useCallback } from 'react'
import { addressOf } from '../../commands/core/addresses.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { usePerform, useWorld } from '../core/use-world.ts'

type Pages = { readonly nextCursor: string | null; readonly previousCursor: string | null }

/** The command that exports a list's filter. */
type Exporting = { readonly command: string; readonly args: Readonly<Record<string, unknown>> }

const RESULTS: Exporting = { command: 'result.export', args: {} }

/** Lets commands turn the pages of a list of results, each of which is an address, and export its filter. */
export const usePages = ({ nextCursor, previousCursor }: Pages, exporting: Exporting = RESULTS): void => {
  const world = useWorld()
  const perform = usePerform()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        const { place } = world
        if (type === 'EXPORT') return void perform(exporting.command, exporting.args)
        if (place === null) return
        const turn = (page: { readonly before: string | null; readonly after: string | null }) => {
          world.goTo(addressOf(place.name, place.params, { ...place.search, ...page }))
          scrollTo({ top: 0 })
        }
        if (type === 'NEWEST') {
          if (place.search.before || place.search.after) turn({ before: null, after: null })
          else scrollTo({ top: 0 })
        } else if (type === 'OLDER') {
          if (nextCursor === null) world.tell('These are the oldest results.')
          else turn({ before: nextCursor, after: null })
        } else if (type === 'NEWER') {
          if (previousCursor === null) world.tell('These are the newest results.')
          else turn({ before: null, after: previousCursor })
        }
      },
      [world, perform, exporting, nextCursor, previousCursor],
    ),
  )
}
