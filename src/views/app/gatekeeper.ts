import type { AnyActorRef } from 'xstate'
import { linkTo } from '../../commands/addresses.ts'
import type { RouteName } from '../../commands/routes.ts'
import type { AppConfiguration } from '../../contract/app-configuration.ts'
import type { AppActor } from './door.ts'
import { verdictOn } from './gate.ts'
import { machineOf } from './machines-of.ts'
import { standingOf } from './standing.ts'

/** Where one comes to who has named no place to go. */
const LANDINGS: ReadonlySet<RouteName> = new Set(['collections', 'home'])

/**
 * Acts on what the gate says whenever the address, the session or the project changes: leads old and unknown addresses on, and
 * sends who is not signed in to the identity provider, and back afterwards to where they wanted to go. Answers what ends it.
 */
export const keepGate = (app: AppActor, configuration: AppConfiguration): (() => void) => {
  let told = ''
  let wasLed = false
  const look = (): void => {
    const navigation = machineOf(app, 'navigation')
    const signIn = machineOf(app, 'sign-in')
    if (!navigation || !signIn) return
    const { href } = navigation.getSnapshot().context
    const standing = standingOf(app)
    const verdict = verdictOn(href, standing)
    const { error } = signIn.getSnapshot().context
    // What was said once about the same state is not said again: the answer is on its way.
    const now = `${href} ${standing.session} ${standing.project} ${error?.message ?? ''}`
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
