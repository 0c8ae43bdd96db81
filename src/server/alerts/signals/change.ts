import { sql } from 'kysely'
import { CHANGE_WINDOWS, type ChangeFigures, changesOf } from '../../../domain/alerts/signal-change.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import { readFigures } from '../../store/statistics/figures.ts'
import type { Asked, SignalSource } from './source.ts'

type Monitor = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly tags: string[] | null
  readonly url: string
}

/** Monitors that are slower, or pass less often, than over the week before. */
export const findChanged: SignalSource = async (asked) => {
  const { db, projectKey, now } = asked
  const { rows: monitors } = await sql<Monitor>`
    select key, id, name, doc #> '{meta,tags}' as tags, doc #>> '{request,url}' as url from object
    where project_key = ${projectKey} and kind = 'monitor' order by key`.execute(db)
  const keys = monitors.map(({ key }) => key)
  const { newest, baseline } = CHANGE_WINDOWS
  const current = await figuresOf(asked, keys, { from: now - newest, to: now })
  const before = await figuresOf(asked, keys, { from: now - newest - baseline, to: now - newest })
  return monitors.flatMap(({ key, id, name, tags, url }) => {
    const [recent, then] = [current.get(key), before.get(key)]
    if (!recent || !then) return []
    return changesOf(name, recent, then).map((change) => ({
      ...change,
      kind: 'CHANGE' as const,
      item: `${change.limit} ${id}`,
      name,
      monitorId: id,
      tags: tags ?? [],
      url: url ?? '',
      page: `/tests/test/${id}/`,
    }))
  })
}

const figuresOf = async (
  { db, now }: Asked,
  targetKeys: readonly number[],
  window: Window,
): Promise<Map<number, ChangeFigures>> => {
  const { rows } = await readFigures(db, { targetKeys, window, now, isSummed: true })
  return new Map(rows.map(({ targetKey, figures }) => [targetKey, figures]))
}
