import type { CallRules } from '../../contract/monitors/call-rules.ts'
import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { ownTags, typedTagProblems } from '../../domain/core/tag-rules.ts'
import type { BrowserMonitor, CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { monitorProblems } from '../../domain/monitors/monitor-rules.ts'
import { tagsBesideSettings } from '../../domain/monitors/reserved-tags.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { checkbox, choice, linesOrNone, number, own, textOrNone, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import {
  CONNECT_TO_FIELD,
  REDIRECT_METHOD_FIELD,
  settingsShown,
  TLS_NAME_FIELD,
  UNSET_VARIABLES_FIELD,
} from './monitor-form.ts'

type Stored = Pick<CallMonitor, 'meta' | 'request' | 'access'>

const shared = (label: string, hint: string) => checkbox({ label, hint, part: 'sharing' })

const ABOUT = {
  description: linesOrNone({ label: 'Description', optional: true, rows: 3, paths: ['meta.description'] }),
  tags: words({ label: 'Tags', member: 'A tag', optional: true, paths: ['meta.tags'] }),
  reserved: own<readonly string[]>({ label: 'Reserved tags', part: 'tags', blank: [] }),
}

const SHARING = {
  org: shared('Share with the organization', 'Members of the organization see its settings, last result and figures.'),
  settings: shared('Settings', 'Description, tags, host, method, and the address without its query.'),
  results: shared('Last result', 'Its time, outcome, status and response time.'),
  stats: shared('Figures', 'Pass rate and median of the last 24 hours.'),
}

/** Settings of a call beside its request: meta-data, redirects, certificate, time-out and sharing. */
export const advancedTable = recordTable<Stored>()({
  fields: {
    ...ABOUT,
    follow_redirects: checkbox({
      label: 'Follow redirects',
      part: 'redirects',
      hint: 'The phases shown are those of the last hop.',
      paths: ['request.follow_redirects'],
    }),
    redirect_method: choice({ ...REDIRECT_METHOD_FIELD, paths: ['request.redirect_method'] }),
    unset_variables: choice({ ...UNSET_VARIABLES_FIELD, paths: ['request.unset_variables'] }),
    verify_tls: checkbox({
      label: 'Verify the TLS certificate',
      part: 'TLS',
      hint: 'When off, expired certificates and certificates of other hosts are accepted.',
      paths: ['request.verify_tls'],
    }),
    connect_to: textOrNone({ ...CONNECT_TO_FIELD, paths: ['request.connect_to'] }),
    tls_name: textOrNone({ ...TLS_NAME_FIELD, paths: ['request.tls_name'] }),
    timeout_seconds: number({
      label: 'Time-out, seconds',
      subject: 'The time-out',
      part: 'time-out',
      hint: `${TIMEOUT_SECONDS.least} to ${TIMEOUT_SECONDS.most}`,
      paths: ['request.timeout_seconds'],
    }),
    ...SHARING,
  },
  read: ({ meta, request, access }) => ({
    description: meta.description ?? '',
    tags: listedOf(ownTags(meta.tags)),
    reserved: tagsBesideSettings(meta.tags),
    ...settingsShown(meta.tags, request),
    redirect_method: request.redirect_method,
    unset_variables: request.unset_variables,
    verify_tls: request.verify_tls,
    connect_to: request.connect_to ?? '',
    tls_name: request.tls_name ?? '',
    ...access,
  }),
  write: ({
    description,
    tags,
    reserved,
    follow_redirects,
    redirect_method,
    unset_variables,
    verify_tls,
    connect_to,
    tls_name,
    timeout_seconds,
    org,
    settings,
    results,
    stats,
  }) => ({
    meta: { description, tags: [...tags, ...reserved] },
    request: {
      follow_redirects,
      // The form offers the values of the contract alone.
      redirect_method: redirect_method as CallRules['redirect_method'],
      unset_variables: unset_variables as CallRules['unset_variables'],
      verify_tls,
      connect_to,
      tls_name,
      timeout_seconds,
    },
    access: { org, settings, results, stats },
  }),
  rules: ({ meta, request }, form) => [
    ...typedTagProblems('meta.tags', membersOf(form.tags)),
    ...monitorProblems({ meta, request }),
  ],
})

/** Settings of a browser test beside those of its own form: meta-data and sharing. */
export const browserAdvancedTable = recordTable<Pick<BrowserMonitor, 'meta' | 'access'>>()({
  fields: { ...ABOUT, ...SHARING },
  read: ({ meta, access }) => ({
    description: meta.description ?? '',
    tags: listedOf(ownTags(meta.tags)),
    reserved: tagsBesideSettings(meta.tags),
    ...access,
  }),
  write: ({ description, tags, reserved, ...access }) => ({
    meta: { description, tags: [...tags, ...reserved] },
    access,
  }),
  rules: ({ meta }, form) => [...typedTagProblems('meta.tags', membersOf(form.tags)), ...monitorProblems({ meta })],
})
