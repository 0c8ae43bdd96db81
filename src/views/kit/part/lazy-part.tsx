import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { PartNotLoaded, partCode } from '../../core/part-code.ts'

type LazyPartParts<Props> = {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  /** Shown while the code is on the way. */
  readonly arriving: (props: Props) => ReactNode
  /** Shown in place of a part whose code did not come. */
  readonly failed: (retry: () => void, props: Props) => ReactNode
}

/**
 * A component whose code is fetched when it is first shown. Where the code does not come, only this part says so, and trying again needs
 * no reload; what stands around it stays. Other faults are those of its parents.
 */
export const lazyPart = <Props extends object>(parts: LazyPartParts<Props>): ComponentType<Props> => {
  // A rejected `lazy` never loads again.
  const fresh = () => lazy(() => partCode(parts.load))
  let current = fresh()
  return class LazyPart extends Component<Props, { Part: typeof current; fault: Error | null }> {
    override state = { Part: current, fault: null as Error | null }

    static getDerivedStateFromError(fault: Error) {
      return { fault }
    }

    override componentDidCatch() {
      // What is shown from now on tries again by itself.
      if (current === this.state.Part) current = fresh()
    }

    readonly retry = (): void => this.setState({ Part: current, fault: null })

    override render() {
      const { Part, fault } = this.state
      if (fault instanceof PartNotLoaded) return parts.failed(this.retry, this.props)
      if (fault) throw fault
      return (
        <Suspense fallback={parts.arriving(this.props)}>
          <Part {...this.props} />
        </Suspense>
      )
    }
  }
}
