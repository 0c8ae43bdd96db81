import type { AnyActorRef } from 'xstate'
import { isUnreachable } from '../../../machines/resource/failure.ts'
import { linkTo } from '../../commands/core/addresses.ts'
import type { RouteName } from '../../commands/routes.ts'
import type { AppConfiguration } from '../../contract/installation/app-configuration.ts'
import { accessStateOf } from '../core/access-state.ts'
import { PROJECT_PARAMETER, verdictOn } from '../core/gate.ts'
import { machineOf } from '../core/machines-of.ts'
import type { ViewEffects } from '../core/view-effects.ts'

/** Where one comes to who has named no place to go. */
const LANDINGS: ReadonlySet<RouteName> = new Set(['collections', 'home'])

/** An address that no longer names a project. */
const withoutProject = (href: string): string => {
  const { pathname, searchParams, hash } = new URL(href, 'http://app')
  searchParams.delete(PROJECT_PARAMETER)
  const query = searchParams.toString()
  return pathname + (query && `?${query}`) + hash
}

/**
 * Acts on what the gate says whenever the address, the session or the project changes: leads old and unknown addresses on, and
 * sends who is not signed in to the identity provider, and back afterwards to where they wanted to go; finds the project of an object
 * that an address names. Answers what ends it.
 */
export const runGate = (
  effects: Pick<ViewEffects, 'app' | 'call' | 'tape'>,
  configuration: AppConfiguration,
): (() => void) => {
  const { app } = effects
  let told = ''
  let wasLed = false
  /** The project that was last asked for by an address. */
  let asked: string | null = null
  const settle = (id: string, projectId: string | null): void =>
    machineOf(app, 'project')?.send({ type: 'LOCATED', id, projectId })
  // Few addresses name an object without its project: what finds it is no part of the first load.
  const locate = (id: string): void =>
    void import('./locating.ts').then(
      ({ locating }) => locating(effects).send({ type: 'ASK', request: id }),
      () => settle(id, ''),
    )
  const look = (): void => {
    const navigation = machineOf(app, 'navigation')
    const signIn = machineOf(app, 'sign-in')
    if (!navigation || !signIn) return
    const { href } = navigation.getSnapshot().context
    const standing = accessStateOf(app)
    const verdict = verdictOn(href, standing)
    const { error } = signIn.getSnapshot().context
    // What was said once about the same state is not said again: the answer is on its way.
    const projects = machineOf(app, 'project')?.getSnapshot().context
    const project = `${standing.project} ${standing.projectId} ${projects?.next}`
    const now = `${href} ${standing.session} ${project} ${standing.siteAdmin} ${JSON.stringify(standing.homes)} ${standing.isOwn} ${error?.message ?? ''}`
    if (now === told) return
    told = now
    // A project that was made with the account is new until it is first visited: so this happens once, and only on the way in.
    const account = machineOf(app, 'project')?.getSnapshot().context.account
    // Whoever has an address to confirm is told so first, where one comes to.
    const isNew = account?.new_project === true && !account.verify_needed
    if (
      isNew &&
      !wasLed &&
      standing.project === 'open' &&
      verdict.kind === 'show' &&
      LANDINGS.has(verdict.place.name)
    ) {
      wasLed = true
      navigation.send({ type: 'GO', href: linkTo('getting-started'), replace: true })
    } else if (verdict.kind === 'project') {
      // While it is opened there is nothing to do; where it could not be, it is as if there were none.
      if (projects?.next != null) return
      if (asked === verdict.id) settle(verdict.id, isUnreachable(projects?.error?.cause) ? '' : null)
      else {
        asked = verdict.id
        machineOf(app, 'project')?.send({ type: 'SWITCH', id: verdict.id })
      }
    } else if (verdict.kind === 'locate') locate(verdict.id)
    else if (verdict.kind === 'show' && verdict.place.search[PROJECT_PARAMETER] !== undefined) {
      asked = null
      navigation.send({ type: 'GO', href: withoutProject(href), replace: true })
    } else if (verdict.kind === 'redirect') navigation.send({ type: 'GO', href: verdict.to, replace: true })
    else if (verdict.kind === 'show' && verdict.place.name === 'sign-out' && standing.session === 'signedIn')
      signIn.send({ type: 'SIGN_OUT' })
    else if (error || configuration.needs_setup || signIn.getSnapshot().matches('insecure')) return
    else if (verdict.kind === 'sign-in') signIn.send({ type: 'SIGN_IN', target: verdict.target })
    else if (verdict.kind === 'show' && verdict.place.name === 'sign-in') signIn.send({ type: 'SIGN_IN' })
  }
  const watched = new Set<unknown>()
  const subscriptions: { unsubscribe(): void }[] = []
  const watch = (): void => {
    for (const name of ['navigation', 'sign-in', 'project'] as const) {
      const ref: AnyActorRef | undefined = machineOf(app, name)
      if (!ref || watched.has(ref)) continue
      watched.add(ref)
      subscriptions.push(ref.subscribe(look))
    }
    look()
  }
  subscriptions.push(app.subscribe(watch))
  watch()
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
