import {
  countWords,
  type Digest,
  type DigestLine,
  latencyChange,
  latencyWords,
  rateChange,
  rateWords,
} from '../../domain/mail/digest.ts'
import type { DigestOption } from '../../domain/mail/digest-times.ts'
import { type MailContent, type MailTable, renderMail } from '../mail/template.ts'
import { inProject, pageOf } from './addresses.ts'
import { spanWords } from './span-words.ts'

type Told = {
  project: { id: string; name: string }
  digest: Digest
  timeZone: string
  /** Sent once on request, not by schedule. */
  isAskedFor: boolean
  url: string
  unsubscribeAddress: string
}

const TITLE: Readonly<Record<DigestOption, string>> = {
  daily: 'Daily digest',
  weekly: 'Weekly digest',
  monthly: 'Monthly digest',
}
const PERIOD: Readonly<Record<DigestOption, string>> = { daily: 'day', weekly: 'week', monthly: 'month' }

const many = (count: number, one: string): string => `${countWords(count)} ${one}${count === 1 ? '' : 's'}`
const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`)

/** Writes the mail of a digest. */
export const renderDigest = ({ project, digest, timeZone, isAskedFor, url, unsubscribeAddress }: Told): MailContent => {
  const { option, passRate, medianMs, alerts, results } = digest
  const passed = passRate.now === null ? 'no results' : `${rateWords(passRate.now)} passed`
  const when = spanWords(option, digest.span, timeZone, isAskedFor)
  return renderMail({
    subject: `[${project.name}] ${TITLE[option]}: ${passed}${alerts > 0 ? `, ${many(alerts, 'alert')}` : ''}`,
    paragraphs: [
      `${TITLE[option]} of “${project.name}” for ${when}.`,
      results === 0
        ? `There were no results: no monitor of the project ran.`
        : [
            `${rateWords(passRate.now)} of ${many(results, 'result')} passed${pointsWords(rateChange(passRate))}.`,
            `The median latency was ${latencyWords(medianMs.now)}${inBrackets(latencyChange(medianMs))}.`,
            alerts === 0 ? 'No alert fired.' : `${many(alerts, 'alert')} fired.`,
            ...(digest.silent > 0
              ? [`${many(digest.silent, 'monitor')} of ${countWords(digest.silent + digest.reporting)} had no results.`]
              : []),
          ].join(' '),
      ...(results > 0 && passRate.before !== null
        ? [`In brackets: the change from the previous ${PERIOD[option]}.`]
        : []),
    ],
    link: { words: 'Open the project', address: inProject(`${url}/home/`, project) },
    tables: tablesOf(digest, (line) => inProject(url + pageOf(line), project)),
    ...(isAskedFor
      ? { because: 'You get this mail once, because you asked for it.' }
      : {
          because: `You get this because you subscribed to the ${option} digest of “${project.name}”.`,
          unsubscribe: { words: 'Unsubscribe', address: unsubscribeAddress },
        }),
  })
}

const pointsWords = (change: string): string =>
  change === '' ? '' : ` (${change} ${change.endsWith('1.00') ? 'point' : 'points'})`

const tablesOf = (digest: Digest, addressOf: (line: DigestLine) => string): MailTable[] => {
  const columnsOf = (first: string) => [first, 'passed', 'median', 'failed', 'alerts']
  const row = (line: DigestLine) => {
    const { name, passRate, medianMs, failed, alerts } = line
    return {
      name: { words: name, address: addressOf(line) },
      cells: [
        `${rateWords(passRate.now)}${inBrackets(rateChange(passRate))}`,
        `${latencyWords(medianMs.now)}${inBrackets(latencyChange(medianMs))}`,
        countWords(failed),
        countWords(alerts),
      ],
    }
  }
  const table = (title: string, lines: readonly DigestLine[], note?: string, first = 'Monitor'): MailTable[] =>
    lines.length === 0
      ? []
      : [{ title, columns: columnsOf(first), rows: lines.map(row), ...(note !== undefined && { note }) }]
  return [
    ...table(
      'Failures, worst first',
      digest.worst,
      digest.moreWorst > 0 ? `${many(digest.moreWorst, 'more monitor')} had failures.` : undefined,
    ),
    ...table(
      'Workflows, worst first',
      digest.workflows,
      digest.moreWorkflows > 0 ? `${many(digest.moreWorkflows, 'more workflow')} ran.` : undefined,
      'Workflow',
    ),
    ...table('Slower than before', digest.slower),
    ...table(digest.worst.length === 0 ? 'Fastest monitors' : 'Fastest monitors without failures', digest.best),
  ]
}
