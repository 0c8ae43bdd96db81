import { inflateRawSync } from 'node:zlib'
import { packDetail } from '../runner/pack.ts'
import type { Report } from '../runner/report.ts'
import type { Detail } from '../runner/trace.ts'

type StepReport = Omit<Report, 'steps'>

/** Result details of a workflow together, in characters: the server takes 8 MiB in one request. */
const MAX_CHARACTERS = 5 * 1024 * 1024
/** Characters of a body that a shortened detail keeps. */
const KEPT_CHARACTERS = 2_000

const shortened = (body: string | null): string | null => body?.slice(0, KEPT_CHARACTERS) ?? null

const shortenedDetail = (detail: Detail): Detail => ({
  ...detail,
  request: { ...detail.request, body: shortened(detail.request.body) },
  response: detail.response && {
    ...detail.response,
    body: shortened(detail.response.body),
    truncated: detail.response.truncated || (detail.response.body?.length ?? 0) > KEPT_CHARACTERS,
  },
  messages: [...detail.messages, 'the bodies were shortened, because those of all steps together are too long'],
})

/** Unpacks what this agent has packed. */
const unpacked = (detail: string): Detail =>
  JSON.parse(inflateRawSync(Buffer.from(detail, 'base64')).toString()) as Detail

/** Shortens the bodies of steps whose details would be too long together, beginning with the step that passes the limit. */
export const lightDetails = async (reports: readonly StepReport[]): Promise<StepReport[]> => {
  let characters = 0
  const light: StepReport[] = []
  for (const report of reports) {
    const isTooMuch = characters + report.detail.length > MAX_CHARACTERS
    const detail = isTooMuch ? await packDetail(shortenedDetail(unpacked(report.detail))) : report.detail
    characters += detail.length
    light.push(isTooMuch ? { ...report, detail } : report)
  }
  return light
}
