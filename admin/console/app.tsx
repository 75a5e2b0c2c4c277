import { joinClassNames } from '@site/ui/class-names.ts'
import { ToastRegion } from '@site/ui/toast-region.tsx'
import { useEffect, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { Navigation } from './navigation.tsx'
import { BackupsPage } from './pages/backup-list.tsx'
import { HealthPage } from './pages/health.tsx'
import { LogPage } from './pages/log/log.tsx'
import { MailPage } from './pages/mail/mail.tsx'
import { MailPreviewsPage } from './pages/mail/previews.tsx'
import { MessagesPage } from './pages/messages/messages.tsx'
import { PeoplePage } from './pages/people/people.tsx'
import { PersonPage } from './pages/people/person.tsx'
import { PublishPage } from './pages/releases/publish/publish.tsx'
import { ReleasesPage } from './pages/releases/releases.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { TodayPage } from './pages/today/today.tsx'
import { TodayProvider, useLiveToday } from './pages/today/today-context.ts'
import { WavesPage } from './pages/waves/waves.tsx'
import { WebhooksPage } from './pages/webhooks/webhooks.tsx'
import { HeldBanner } from './parts/held-banner.tsx'
import { TimeZoneNote } from './parts/moment.tsx'
import { Page } from './parts/page.tsx'
import { SESSION_END_EVENT } from './server-calls/session.ts'

/** The founders' console: the navigation and the page for the current URL. */
export function App() {
  const [hasEnded, setEnded] = useState(false)
  const today = useLiveToday()
  useEffect(() => {
    const end = () => setEnded(true)
    addEventListener(SESSION_END_EVENT, end)
    return () => removeEventListener(SESSION_END_EVENT, end)
  }, [])
  if (hasEnded && today.call.data === null) return <SessionEndedPage />
  return (
    <TodayProvider value={today}>
      <div
        className={joinClassNames(
          'grid min-h-svh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr]',
          'lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[1fr]',
          'lg:bg-[linear-gradient(to_right,var(--table)_15rem,transparent_0)]',
        )}
      >
        <a href="#content" className="skip-link">
          Skip to the content
        </a>
        <Navigation />
        <main id="content" tabIndex={-1} className="min-w-0">
          {hasEnded && (
            <p role="alert" className="sticky top-0 z-10 bg-amber-ground px-5 py-3 font-semibold text-amber">
              The session has ended. What you typed is still here: copy it before you open the console’s new link.
            </p>
          )}
          <HeldBanner />
          <Switch>
            <Route path="/">
              <Redirect to="/today" replace />
            </Route>
            <Route path="/today" component={TodayPage} />
            <Route path="/people" component={PeoplePage} />
            <Route path="/people/:id">{({ id }) => <PersonPage key={id} id={id} />}</Route>
            <Route path="/messages/:id?">{({ id }) => <MessagesPage id={id ?? null} />}</Route>
            <Route path="/mail" component={MailPage} />
            <Route path="/mail/previews/:kind?">{({ kind }) => <MailPreviewsPage kind={kind ?? null} />}</Route>
            <Route path="/releases" component={ReleasesPage} />
            <Route path="/releases/publish" component={PublishPage} />
            <Route path="/waves" component={WavesPage} />
            <Route path="/webhooks" component={WebhooksPage} />
            <Route path="/backups" component={BackupsPage} />
            <Route path="/health" component={HealthPage} />
            <Route path="/settings" component={SettingsPage} />
            <Route path="/log" component={LogPage} />
            <Route>
              <Page title="This page doesn’t exist">
                <p>Choose another one in the navigation.</p>
              </Page>
            </Route>
          </Switch>
          <p className="mx-auto w-full max-w-6xl px-4 pb-6 text-sm text-muted sm:px-8">
            <TimeZoneNote />
          </p>
        </main>
        <ToastRegion />
      </div>
    </TodayProvider>
  )
}

function SessionEndedPage() {
  return (
    <main>
      <Page title="The session has ended">
        <div className="panel grid max-w-2xl gap-3 px-6 py-5">
          <p>The console was stopped, or its link was opened in another browser.</p>
          <p>
            Start it again and open the new link: <code className="font-semibold">npm run admin -- console</code>
          </p>
        </div>
      </Page>
    </main>
  )
}
