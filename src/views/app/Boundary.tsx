import { Component, type ReactNode } from 'react'
import { FirstAct } from '../parts/act/FirstAct.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'

type BoundaryProps = { readonly children: ReactNode }

/** Where a fault of the page itself ends: the rest stays, and a reload is offered. */
export class Boundary extends Component<BoundaryProps, { fault: Error | null }> {
  override state = { fault: null as Error | null }

  static getDerivedStateFromError(fault: Error) {
    return { fault }
  }

  override render() {
    const { fault } = this.state
    if (!fault) return this.props.children
    return (
      <ErrorState
        page
        actions={<FirstAct command="page.reload" />}
        details={{ Fault: fault.message, Page: location.pathname }}
      />
    )
  }
}
