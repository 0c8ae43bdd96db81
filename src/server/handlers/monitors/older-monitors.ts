import type { olderMonitorList } from '../../../contract/monitors/older-monitors.ts'
import { usedVariables } from '../../../domain/environments/used-variables.ts'
import { olderRulesOf } from '../../../domain/monitors/older-rules.ts'
import type { HandlersOf } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { authVariablesOf } from '../../store/auth/used-auth.ts'
import { objectMatches } from '../../store/core/name-search.ts'
import { environmentNames } from '../../store/environments/variables.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { withOlderRules } from '../../store/monitors/older-monitors.ts'
import { readingMonitor } from '../environments/reading-monitor.ts'

/** Lists the monitors that an upgrade left with older rules. */
export const olderMonitorHandlers = ({ sealing }: Services): HandlersOf<typeof olderMonitorList> => ({
  'older-monitor.list': async ({ query }, { db, project }) => {
    const { search = '' } = query
    const found = search.trim() === '' ? undefined : objectMatches(search)
    const { rows, more, next_cursor } = await monitors.list(db, project.key, query, withOlderRules(found))
    const namesOf = await environmentNames(db, project.key)
    const authNamesOf = await authVariablesOf(
      db,
      project.key,
      rows.map(({ doc }) => doc.request),
    )
    return {
      meta: { more, next_cursor },
      data: rows.map((stored) => {
        const { request, conditions, setup } = stored.doc
        const reading = readingMonitor(stored, null, sealing)
        const used = usedVariables(reading, namesOf, authNamesOf(request))
        const rules = olderRulesOf({ request, conditions, isBrowserTest: setup !== undefined }, reading, used)
        return { id: stored.id, name: stored.name, url: request.url, rules }
      }),
    }
  },
})
