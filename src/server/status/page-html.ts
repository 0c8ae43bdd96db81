import { inHtml } from '../../domain/core/in-html.ts'
import { STATE_WORDS, type StatusState } from '../../domain/status/status-state.ts'
import { pageFrame } from './page-frame.ts'
import type { PublicIncident } from './public-incidents.ts'
import type { ComponentStatus, Status } from './put-together.ts'
import { incidentAddress } from './status-json.ts'

/** The longest address in use (RFC 5321). */
export const MOST_ADDRESS = 254

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** Each state has its shape, so that colour is never needed to tell them apart. */
const SHAPES: Readonly<Record<StatusState, string>> = {
  operational:
    '<circle cx="8" cy="8" r="7" fill="var(--ok)"/><path d="M4.8 8.2l2.2 2.2 4.2-4.6" fill="none" stroke="var(--on-state)" stroke-width="1.7"/>',
  degraded:
    '<path d="M8 1.2 15.2 14.4H.8z" fill="var(--part)"/><path d="M8 5.6v4.2M8 11.2v1.6" stroke="var(--on-state)" stroke-width="1.6"/>',
  down: '<rect x="1" y="1" width="14" height="14" rx="2.5" fill="var(--down)"/><path d="M5 5l6 6M11 5l-6 6" stroke="var(--on-state)" stroke-width="1.7"/>',
  maintenance:
    '<circle cx="8" cy="8" r="7" fill="var(--accent)"/><path d="M6 5v6M10 5v6" stroke="var(--on-state)" stroke-width="1.8"/>',
  unknown:
    '<circle cx="8" cy="8" r="6.2" fill="none" stroke="var(--none)" stroke-width="1.6" stroke-dasharray="3 2.2"/>',
}

const shape = (state: StatusState): string => `<svg viewBox="0 0 16 16" aria-hidden="true">${SHAPES[state]}</svg>`

/** A share as "99.98 %". Only all of it is 100 %. */
const shareWords = (share: number): string => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`

const gradeOf = (share: number | null): string =>
  share === null ? 'n' : share >= 1 ? 'a' : share >= 0.99 ? 'b' : share >= 0.95 ? 'c' : 'd'

const day = ({ start, availability }: ComponentStatus['days'][number]): string => {
  const words = `${DAY.format(start)}: ${availability === null ? 'no data' : shareWords(availability)}`
  return `<li class="${gradeOf(availability)}" title="${words}"><span>${words}</span></li>`
}

const bars = ({ name, days, availability }: ComponentStatus): string =>
  days.length === 0
    ? ''
    : `<ol class="days" aria-label="Availability of ${inHtml(name)} by day, UTC">${days.map(day).join('')}</ol>
<div class="ends"><span>${days.length} days ago</span><span>${availability === null ? 'No data' : `${shareWords(availability)} available`}</span><span>Today</span></div>`

const moment = (ms: number): string => `<time datetime="${new Date(ms).toISOString()}">${MOMENT.format(ms)} UTC</time>`

/** Times alone: what is planned, and its name, is the project's own. */
const plan = ({ maintenance }: ComponentStatus, now: number): string =>
  maintenance
    .map(({ begins, ends }) =>
      begins <= now
        ? `<p class="note">Maintenance until ${moment(ends)}</p>`
        : `<p class="note">Planned maintenance: ${moment(begins)} to ${moment(ends)}</p>`,
    )
    .join('')

const component = (one: ComponentStatus, now: number): string => `<li>
<div class="row"><h3>${inHtml(one.name)}</h3><span class="state ${one.state}">${shape(one.state)}${STATE_WORDS[one.state]}</span></div>
${one.description === '' ? '' : `<p class="note">${inHtml(one.description)}</p>`}${plan(one, now)}${bars(one)}
</li>`

const groups = (components: readonly ComponentStatus[], now: number): string => {
  const found = new Map<string, ComponentStatus[]>()
  for (const one of components) {
    const known = found.get(one.group)
    if (known) known.push(one)
    else found.set(one.group, [one])
  }
  return [...found]
    .map(
      ([name, own]) =>
        `<section><h2>${inHtml(name === '' ? 'Components' : name)}</h2><ul class="card">${own.map((one) => component(one, now)).join('\n')}</ul></section>`,
    )
    .join('\n')
}

const KEY = `<ul class="key" aria-label="Key of the bars"><li><i></i>100 %</li><li><i class="b"></i>99 % or more</li><li><i class="c"></i>95 % or more</li><li><i class="d"></i>less</li><li><i class="n"></i>no data</li></ul>`

const incident = ({ id, title, began, ended, updates }: PublicIncident, url: string): string => `<article>
<div class="row"><h3><a href="${inHtml(incidentAddress(url, id))}">${inHtml(title)}</a></h3><span class="state ${ended === null ? 'degraded' : 'operational'}">${shape(ended === null ? 'degraded' : 'operational')}${ended === null ? 'Open' : 'Resolved'}</span></div>
<p class="note">${moment(began)}${ended === null ? '' : ` to ${moment(ended)}`}</p>
${
  updates.length === 0
    ? ''
    : `<ol class="updates">${updates.map((one) => `<li><p><strong>${inHtml(one.state)}</strong> <span class="note">${moment(one.time)}</span></p><p>${inHtml(one.text)}</p></li>`).join('')}</ol>`
}</article>`

const incidents = (title: string, all: readonly PublicIncident[], url: string, none: string): string =>
  `<section><h2>${title}</h2>${all.length === 0 ? `<p>${none}</p>` : `<div class="card">${all.map((one) => incident(one, url)).join('\n')}</div>`}</section>`

const subscribe = (slug: string): string => `<section><h2>Get incidents by mail</h2>
<form method="post" action="/status/${slug}/subscribe"><label for="address">Your email address. You get a mail with a link to confirm it.</label>
<input id="address" name="address" type="email" required maxlength="${MOST_ADDRESS}" autocomplete="email"><button>Subscribe</button></form></section>`

/** A status page as HTML that needs no script. `url`: the address of the installation. */
export const statusHtml = (status: Status, url: string): string => {
  const { doc, slug, state, sentence, updated } = status
  const title = inHtml(doc.title)
  const open = status.incidents.filter(({ ended }) => ended === null)
  const past = status.incidents.filter(({ ended }) => ended !== null)
  const address = `/status/${slug}`
  return pageFrame({
    title: `${doc.title}: ${STATE_WORDS[state].toLowerCase()}`,
    head: `<meta name="description" content="${inHtml(sentence)}"><link rel="alternate" type="application/rss+xml" title="Incidents" href="${address}.rss">`,
    body: `<header><h1>${doc.home_url === null ? title : `<a href="${inHtml(doc.home_url)}" rel="noopener noreferrer">${title}</a>`}</h1>${doc.description === '' ? '' : `<p class="lead">${inHtml(doc.description)}</p>`}</header>
<main>
<p class="overall ${state}">${shape(state)}${inHtml(sentence)}</p>
${open.length === 0 ? '' : incidents('Open incidents', open, url, '')}
${groups(status.components, status.at)}
${doc.show_days && status.components.length > 0 ? KEY : ''}
${incidents('Past 14 days', past, url, `No incidents ${open.length === 0 ? '' : 'ended '}in the past 14 days.`)}
${status.subscribing ? subscribe(slug) : ''}
</main>
<footer><span>Updated ${moment(updated)}</span><a href="${address}.rss">RSS</a><a href="${address}.json">JSON</a></footer>`,
  })
}
