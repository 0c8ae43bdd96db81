import { inHtml } from '../../domain/core/in-html.ts'
import type { Status } from './put-together.ts'
import { incidentAddress, pageAddress } from './status-json.ts'

/** Characters that XML 1.0 cannot hold: control characters but tab and line ends, halves of pairs, and two that mean nothing. */
const NOT_XML = /[^\t\n\r\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu

/** Escapes a text for XML elements and attributes. */
const inXml = (text: string): string => inHtml(text.replace(NOT_XML, '\ufffd'))

/** A time as RSS wants it (RFC 822, with four digits for the year). */
const rssTime = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000')

/** The incidents of a status page as RSS 2.0: an item for each published update, newest first. */
export const feedOf = (status: Status, { url, changed }: { url: string; changed: number }): string => {
  const { doc, slug, incidents } = status
  const address = pageAddress(url, slug)
  const items = incidents
    .flatMap((incident) => incident.updates.map((update) => ({ incident, update })))
    .sort((a, b) => b.update.time - a.update.time)
    .map(
      ({ incident, update }) => `<item>
<title>${inXml(`${update.state}: ${incident.title}`)}</title>
<link>${inXml(incidentAddress(url, incident.id))}</link>
<guid isPermaLink="false">${inXml(update.id)}</guid>
<pubDate>${rssTime(update.time)}</pubDate>
<description>${inXml(update.text)}</description>
</item>
`,
    )
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${inXml(doc.title)}</title>
<link>${inXml(address)}</link>
<description>${inXml(doc.description || `Incidents of ${doc.title}`)}</description>
<language>en</language>
<lastBuildDate>${rssTime(changed)}</lastBuildDate>
<ttl>1</ttl>
<atom:link href="${inXml(`${address}.rss`)}" rel="self" type="application/rss+xml"/>
${items}</channel>
</rss>
`
}
