import { oneOf } from '../../contract/core/notation.ts'
import { CATEGORIES, REASONS } from '../../contract/results/results.ts'
import { curlOf } from '../../domain/monitors/curl.ts'
import { bodyFileName } from '../../domain/results/body-file.ts'
import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'
import type { RouteName } from '../routes.ts'
import { projectResultQuery, resultQuery } from './result-query.ts'

const LISTS: readonly RouteName[] = ['results', 'monitor-results', 'workflow-results']
const onResults = ({ place }: World): boolean => place !== null && LISTS.includes(place.name)
const onResult = ({ place }: World): boolean =>
  place?.name === 'result' || place?.name === 'result-difference' || place?.name === 'workflow-result'

const commas = (words: readonly string[] | undefined): string | null | undefined => words && (words.join(',') || null)

/** Parameters of the address that name a page, which a change of a filter makes meaningless. */
const FIRST_PAGE = { before: null, after: null }

/** Result commands. */
export const resultCommands = [
  command({
    id: 'result.filter',
    words: 'filter results',
    title: 'Filter results',
    icon: 'search',
    needs: 'see',
    args: {
      'category?': `(${oneOf([...CATEGORIES, 'any'])})[]`,
      'location?': 'string',
      'range?': "'24h' | '7d' | '30d' | 'any'",
      'from?': 'string',
      'to?': 'string',
      'monitor?': 'string',
      'tag?': 'string[]',
      'code?': 'string[]',
      'reason?': `(${oneOf([...REASONS, 'any'])})[]`,
    },
    of: { location: 'location', monitor: 'monitor', tag: 'tag' },
    prompts: {
      category: 'Which results?',
      location: 'From which location?',
      range: 'Which time range?',
      from: 'From when?',
      to: 'Until when?',
      monitor: 'Of which monitor?',
      tag: 'Of monitors with which tag?',
      code: 'With which HTTP code, such as 404, 5xx or none?',
      reason: 'With which reason?',
    },
    run({ category, location, range, from, to, monitor, tag, code, reason }, world) {
      const changes = {
        category: commas(category),
        location,
        range,
        from,
        to,
        call: monitor,
        tag: commas(tag),
        code: commas(code),
        reason: commas(reason),
      }
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const search = Object.fromEntries(given.map(([key, value]) => [key, value === 'any' ? null : (value ?? null)]))
      if (onResults(world)) changeSearch(world, { ...FIRST_PAGE, ...search })
      else world.go('results', {}, search)
    },
  }),
  command({
    id: 'result.export',
    words: 'export results',
    title: 'Download CSV',
    screen: false,
    prints: 'content',
    pending: 'Downloading',
    icon: 'download',
    needs: 'see',
    args: {},
    reads: ['result.csv'],
    async run(_, world) {
      const { place } = world
      const isMonitor = place?.name === 'monitor-results'
      const { callId } = place?.params ?? {}
      const query =
        isMonitor && callId !== undefined
          ? { ...resultQuery(place.search, world.now()), call_id: callId }
          : projectResultQuery(place?.name === 'results' ? place.search : {}, world.now())
      world.download('results.csv', 'text/csv', await world.call('result.csv', { query }))
    },
  }),
  command({
    id: 'result.previous',
    words: 'previous result',
    title: 'Previous result',
    icon: 'chevron-left',
    needs: 'see',
    when: onResult,
    args: {},
    run: (_, world) => world.send('screen', { type: 'PREVIOUS' }),
  }),
  command({
    id: 'result.next',
    words: 'next result',
    title: 'Next result',
    icon: 'chevron-right',
    needs: 'see',
    when: onResult,
    args: {},
    run: (_, world) => world.send('screen', { type: 'NEXT' }),
  }),
  command({
    id: 'result.run-again',
    words: 'run again',
    title: 'Run again',
    pending: 'Running',
    icon: 'play',
    effect: 'write',
    keys: 'r',
    keyScope: 'object',
    needs: 'run',
    args: { result: 'string' },
    of: { result: 'result' },
    writes: ['monitor.run'],
    async run({ result }, world) {
      const { meta, location_id, test: name } = await world.call('result.read', { params: { id: result } })
      if (!meta) throw new Error('This result has no monitor.')
      const run = { callId: meta.call_id, locationId: location_id, delaySeconds: 0, context: {} }
      world.send('app', { type: 'RUN', id: world.newId(), name, ...run })
      world.go('monitor-run', { callId: meta.call_id, locationId: location_id })
    },
  }),
  command({
    id: 'result.copy-curl',
    words: 'copy result-curl',
    title: 'Copy as curl',
    screen: false,
    prints: 'text',
    icon: 'copy',
    needs: 'inspect',
    args: { result: 'string' },
    of: { result: 'result' },
    reads: ['result.read'],
    async run({ result }, world) {
      const { request, browser } = await world.call('result.read', { params: { id: result }, query: { mode: 'full' } })
      if (browser) return world.tell('This is a result of a browser test: no curl command does the same.')
      if (!request) throw new Error('The request of this result has expired.')
      // With mode=full the request is that of a `detail` (src/contract/results/results.ts).
      await world.copy(curlOf(request as Parameters<typeof curlOf>[0]))
      world.tell('curl command copied')
    },
  }),
  command({
    id: 'result.download',
    words: 'download body',
    title: 'Download body',
    screen: false,
    prints: 'content',
    pending: 'Downloading',
    icon: 'download',
    needs: 'inspect',
    args: { result: 'string' },
    of: { result: 'result' },
    reads: ['result.read', 'result.content'],
    async run({ result }, world) {
      const { response } = await world.call('result.read', { params: { id: result }, query: { mode: 'full' } })
      const content = await world.call('result.content', { params: { id: result } })
      // With mode=full the response is that of a `detail` (src/contract/results/results.ts).
      const name = bodyFileName(result, response as Parameters<typeof bodyFileName>[1])
      world.download(name, 'application/octet-stream', content)
    },
  }),
  command({
    id: 'result.older',
    words: 'show older',
    title: 'Older',
    pending: 'Loading',
    icon: 'down',
    needs: 'see',
    when: onResults,
    args: {},
    run: (_, world) => world.send('screen', { type: 'OLDER' }),
  }),
  command({
    id: 'result.newest',
    words: 'show newest',
    title: 'Show new results',
    icon: 'up',
    needs: 'see',
    when: onResults,
    args: {},
    run: (_, world) => world.send('screen', { type: 'NEWEST' }),
  }),
  command({
    id: 'result.newer',
    words: 'show newer',
    title: 'Newer',
    icon: 'up',
    needs: 'see',
    when: onResults,
    args: {},
    run: (_, world) => world.send('screen', { type: 'NEWER' }),
  }),
  command({
    id: 'result.compare',
    words: 'compare result',
    title: 'Compare with last pass',
    icon: 'changes',
    keys: 'd',
    keyScope: 'object',
    keysFor: 'result',
    needs: 'inspect',
    args: { result: 'string' },
    of: { result: 'result' },
    run: ({ result }, world) => world.go('result-difference', { resultId: result }),
  }),
]
