import { Component, type ReactNode } from 'react'
import { brand } from '../brand.ts'

/** React error boundary around the page. When rendering throws, it shows an error message with a mail link and a link to the home page. */
export class ErrorPage extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="container-page grid min-h-svh content-center gap-6 py-20 text-center">
        <h1 className="text-title">Something on this page broke</h1>
        <p className="text-lead text-muted">
          Reloading it usually helps. If it doesn’t, write to{' '}
          <a className="text-link" href={`mailto:${brand.mailboxes.support}`}>
            {brand.mailboxes.support}
          </a>
          .
        </p>
        <p>
          <a className="text-link" href="/">
            Return to the home page
          </a>
        </p>
      </main>
    )
  }
}
