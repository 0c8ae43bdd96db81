import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { optional, resource } from '../core/resource.ts'
import { id, named, results, time } from '../core/wire.ts'
import { insights } from '../insights/insights.ts'
import { distributions } from '../statistics/distributions.ts'
import { reportFigures, reportPlaces, reportSeries } from './report-figures.ts'

/** Maximum number of groups of a report. */
export const MAX_GROUPS = 20
/** Maximum number of rows of a group. */
export const MAX_ROWS = 50

/** Latencies that a report can be about. */
const REPORT_METRICS = ['total', 'dns', 'connect', 'tls', 'ttfb', 'response'] as const

const meta = shape({
  name: nameOf('1 <= string <= 400'),
  'description?': 'string <= 1500 | null',
  'tags?': objectTags,
  /** Position in the list, lowest first. */
  'order?': '-1000000 <= number.integer <= 1000000',
})

/** The newest days, weeks or months of the report's time zone; the current one is counted up to now. */
const lastPeriod = shape({ kind: "'last'", value: '1 <= number.integer <= 400', unit: "'DAY' | 'WEEK' | 'MONTH'" })
/** From the start of one day up to, but without, the start of another, in the report's time zone: `2026-01-05`. Times are instants. */
const fixedPeriod = shape({ kind: "'fixed'", from: time, to: time })

/** A monitor of a group. */
const rowDraft = shape({
  /** Made by the server where it is absent. */
  'id?': id,
  call_id: id,
  /** Default: the name of the monitor. */
  'label?': [nameOf('string <= 400'), '|', 'null'],
  /** Only results of this IP address; default: all. */
  'dest_ip?': 'string <= 64 | null',
})

const groupDraft = shape({
  'id?': id,
  name: nameOf('1 <= string <= 400'),
  rows: [[rowDraft, '[]'], '&', 'unknown[] <= 50'],
})

const settings = shape({
  'period?': [lastPeriod, '|', fixedPeriod],
  /** An IANA name: days, weeks and months begin at its midnight. */
  'timezone?': '1 <= string <= 100',
  'metric?': oneOf(REPORT_METRICS),
  /** 0 to 1: the latency of charts and sparklines. */
  'quantile?': '0 <= number <= 1',
  /** With `regions`, the locations whose results count; both empty, or the region `all`: every location. */
  'locations?': 'string[] <= 1000',
  'regions?': 'string[] <= 100',
  'groups?': [[groupDraft, '[]'], '&', 'unknown[] <= 20'],
})

const draft = shape({ meta, 'report?': settings })

/** Room for a thousand rows. */
const REPORT_BYTES = 1024 * 1024

const row = shape({
  id: 'string',
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    order: 'number',
    /** Whether the public link is open. */
    public: 'boolean',
    /** The secret part of the public link; null without one, and for callers who may not change reports. */
    public_token: 'string | null',
    owner: 'string',
    project_id: 'string',
    created: time,
    last_update: time,
  },
  report: {
    period: [lastPeriod, '|', fixedPeriod],
    timezone: 'string',
    metric: oneOf(REPORT_METRICS),
    quantile: 'number',
    locations: 'string[]',
    regions: 'string[]',
    groups: [
      {
        id: 'string',
        name: 'string',
        rows: [{ id: 'string', call_id: 'string', label: 'string | null', dest_ip: 'string | null' }, '[]'],
      },
      '[]',
    ],
  },
  /** Ids in the rows whose monitors were deleted. */
  missing_call_ids: 'string[]',
})

const csv = <const Route extends `GET /${string}`>(route: Route, summary: string) =>
  endpoint(route, {
    summary,
    access: 'see',
    media: 'text/csv; charset=utf-8',
    stream: 'bytes',
    answer: shape('string'),
  })

/** Reports: tables that compare monitors over a period. */
export const reports = resource({
  name: 'report',
  plural: 'reports',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/2/reports/', {
      summary: 'Lists the reports of the project, newest first',
      access: 'see',
      query: named,
      lists: 'results',
      answer: results(row),
    }),
    read: endpoint('GET /api/2/reports/{id}/', {
      summary: 'Returns one report',
      access: 'see',
      shows: 'report',
      answer: row,
    }),
    create: endpoint('POST /api/2/reports/', {
      summary: 'Creates a report',
      access: 'compose',
      audit: 'report.create',
      status: 201,
      repeatable: true,
      maxBodyBytes: REPORT_BYTES,
      body: draft,
      shows: 'report',
      answer: row,
    }),
    update: endpoint('POST /api/2/reports/{id}/', {
      summary: 'Changes a report; absent fields keep their values',
      access: 'compose',
      seen: true,
      audit: 'report.update',
      maxBodyBytes: REPORT_BYTES,
      body: shape({
        'meta?': optional(meta),
        'report?': settings,
        /** The `last_update` that the change is based on: if the report has changed since then, the change is refused with 409. */
        'if_last_update?': time,
      }),
      shows: 'report',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/reports/{id}/', {
      summary: 'Deletes a report and its public link; its monitors and their results stay',
      access: 'compose',
      audit: 'report.delete',
      status: 204,
      answer: null,
    }),
    figures: endpoint('GET /api/3/reports/{id}/figures', {
      summary: 'Returns the figures of a report, as of now',
      access: 'see',
      answer: reportFigures,
    }),
    series: endpoint('GET /api/2/reports/{id}/{group}/series', {
      summary: 'Returns latency or response size, and counts, over time of each monitor of a group',
      access: 'see',
      query: shape({
        /** The quantile is that of the report. Default: latency. */
        'of?': "'latency' | 'size'",
      }),
      lists: 'results',
      answer: reportSeries,
    }),
    histogram: endpoint('GET /api/2/reports/{id}/{group}/histogram', {
      summary: 'Counts the results of a group by latency, all of its monitors together',
      access: 'see',
      lists: 'results',
      answer: distributions['statistics.histogram'].answer,
    }),
    latencies: endpoint('GET /api/2/reports/{id}/{group}/latencies', {
      summary: 'Counts the results of a group by time and latency, all of its monitors together',
      access: 'see',
      lists: 'results',
      answer: distributions['statistics.latencies'].answer,
    }),
    places: endpoint('GET /api/2/reports/{id}/{group}/places', {
      summary: 'Returns the figures of a group for each location, all of its monitors together',
      access: 'see',
      lists: 'results',
      answer: reportPlaces,
    }),
    csv: csv('GET /api/2/reports/{id}/csv', 'Exports the figures of a report as CSV'),
    'locations-csv': csv(
      'GET /api/2/reports/{id}/locations/csv',
      'Exports the figures of a report as CSV, for each location',
    ),
    'group-csv': csv('GET /api/2/reports/{id}/{group}/csv', 'Exports the figures of one group of a report as CSV'),
    'group-locations-csv': csv(
      'GET /api/2/reports/{id}/{group}/locations/csv',
      'Exports the figures of one group of a report as CSV, for each location',
    ),
    publish: endpoint('POST /api/3/reports/{id}/link', {
      summary: 'Opens a public link to the figures of a report; with `renew`, in place of the one that it has',
      access: 'publish',
      opens: true,
      audit: 'report.publish',
      body: shape({ 'renew?': 'boolean' }),
      shows: 'report',
      answer: row,
    }),
    revoke: endpoint('DELETE /api/3/reports/{id}/link', {
      summary: 'Closes the public link of a report',
      access: 'publish',
      effect: 'write',
      audit: 'report.revoke',
      shows: 'report',
      answer: row,
    }),
    public: endpoint('GET /api/2/reports/{report}/public', {
      summary: 'Returns the figures of a public report, by the secret part of its link, without a sign-in',
      access: 'public',
      answer: reportFigures,
    }),
    'public-insights': endpoint('GET /api/2/reports/{report}/public/{call}/insights', {
      summary: 'Lists the weekly scores of a monitor of a public report, newest first, without a sign-in',
      access: 'public',
      lists: 'results',
      answer: insights['insights.reports'].answer,
    }),
  },
})
