import { Accordion } from '@site/ui/accordion.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import { Part } from '@site/ui/part.tsx'
import { useEffect, useSyncExternalStore } from 'react'
import { brand } from '../../brand.ts'
import { buyerFaqItems, checkFaqItem, downloadFaqItems } from '../../content/download-faq.ts'
import { useIsWelcomeMailLate } from '../../dialogs/signup/late-welcome-mail.ts'
import { useMemberSince } from '../../dialogs/signup/member-since.ts'
import type { OrderDetails } from '../../dialogs/signup/order-details.ts'
import type { PageMeta } from '../../page.ts'
import { PhotoPrint } from '../../photo-print.tsx'
import { CheckFile } from './check-file.tsx'
import { DownloadCard } from './download-card.tsx'
import { GettingStartedSection } from './getting-started.tsx'
import { DownloadHelp } from './help.tsx'
import { RegistrationDetails } from './registration-details.tsx'
import { useDownloadPageMode } from './use-download-page-mode.ts'
import { PassItOn, WelcomeHeading } from './welcome.tsx'

/** Metadata of the download page in plain mode (without an order). Only this mode is prerendered and indexed by search engines. */
export const meta: PageMeta = {
  path: '/download',
  title: `Download ${brand.name} - Photo Organization App`,
  description: `Download ${brand.name} for Windows or Mac (Apple Silicon and Intel). Free beta, works offline, and your photos never leave your computer.`,
}

/** The download page, in plain mode, or in welcome mode after a sign-up or payment. Each part is hydrated separately. */
export function DownloadPage() {
  const { welcome, order, isOrderLost } = useDownloadPageMode()
  const isMailLate = useIsWelcomeMailLate(order?.email)
  const mustConfirm = order?.mustConfirm === true
  const isBuyer = order !== null && order.amount > 0
  usePageTitle(welcome ? `Welcome to ${brand.name} - Download Now` : meta.title)
  useNoIndexRobotsTag(welcome)
  return (
    <>
      <div className="container-page grid gap-8 pt-24 pb-8 md:pt-28">
        <Heading welcome={welcome} mustConfirm={mustConfirm} isBuyer={isBuyer} />
        {isOrderLost && <LostOrderNote />}
        <Part of="#main section[aria-labelledby=latest-version]">
          <DownloadCard mailed={order !== null && !isMailLate && !mustConfirm} />
        </Part>
        <AfterRegistration welcome={welcome} order={order} />
      </div>
      <Part of="#getting-started">
        <GettingStartedSection />
      </Part>
      <Part of="#download-faq">
        <Questions toBuyer={welcome && order?.amount !== 0} />
      </Part>
      <Part of="#check-file">
        <CheckFile />
      </Part>
      <Part of="#help">
        <DownloadHelp />
      </Part>
    </>
  )
}

/**
 * The heading of the page's mode. The prerendered page contains both, and the inline script of build/download-layout-script.ts shows one of
 * them before the first paint, so that nothing moves after hydration.
 */
function Heading({ welcome, ...order }: { welcome: boolean; mustConfirm: boolean; isBuyer: boolean }) {
  // Read here and not in DownloadPage: rendering the page again would make React hydrate all its parts in one long task.
  const isUndecided = useIsHydrating()
  return (
    <>
      {(isUndecided || !welcome) && (
        <div className={isUndecided ? 'in-welcome:hidden' : ''}>
          <PlainHead />
        </div>
      )}
      {(isUndecided || welcome) && (
        <div className={isUndecided ? 'hidden in-welcome:block' : ''}>
          <WelcomeHeading isPrerendered={isUndecided} {...order} />
        </div>
      )}
    </>
  )
}

/**
 * What follows the download in the welcome mode: the registration details, if the order is known, and the invitation to pass the site on. The
 * prerendered page contains both, hidden, for the same reason as both headings.
 */
function AfterRegistration({ welcome, order }: { welcome: boolean; order: OrderDetails | null }) {
  const isUndecided = useIsHydrating()
  if (!isUndecided && !welcome) return null
  return (
    <div className={isUndecided ? 'hidden in-welcome:block' : ''}>
      <div className="grid gap-6 lg:flex">
        {(isUndecided || order) && (
          <div className={joinClassNames('grow', isUndecided && 'hidden with-order:block')}>
            <RegistrationDetails order={order} />
          </div>
        )}
        <PassItOn isPrerendered={isUndecided} />
      </div>
    </div>
  )
}

function Questions({ toBuyer }: { toBuyer: boolean }) {
  const items = toBuyer ? buyerFaqItems : downloadFaqItems
  return (
    <section id="download-faq" aria-labelledby="download-faq-title" className="pb-20 md:pb-28">
      <div className="container-page grid gap-8 lg:grid-cols-[5fr_8fr] lg:gap-12">
        <div>
          <h2 id="download-faq-title" className="text-title">
            Questions about the download
          </h2>
          <PhotoPrint name="toast" className="mt-12 w-52 rotate-5 max-lg:hidden" />
        </div>
        <div>
          <Accordion
            name="download-faq"
            items={items.map(({ question, answer }) => ({ title: question, content: answer }))}
          />
          <div className="-mt-px on-guest:hidden">
            <Accordion name="download-faq" items={[{ title: checkFaqItem.question, content: <CheckAnswer /> }]} />
          </div>
        </div>
      </div>
    </section>
  )
}

function CheckAnswer() {
  return (
    <>
      {checkFaqItem.answer}{' '}
      <a href="#check-file" className="text-link">
        Check your file
      </a>
    </>
  )
}

function PlainHead() {
  const since = useMemberSince()
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <h1 className="text-hero">{`Download ${brand.name}`}</h1>
        <p className="mt-4 grid text-lead text-muted">
          {/* Keeps its place when the visitor is known, so that nothing moves after hydration. */}
          <span className={since === null ? undefined : 'invisible col-start-1 row-start-1'}>
            It’s free, it works offline, and your photos stay with you.
          </span>
          {since !== null && (
            <span className="col-start-1 row-start-1">You’ve been in since {since}. It’s all yours.</span>
          )}
        </p>
      </div>
      <PhotoPrint name="founders" className="w-20 shrink-0 rotate-6 sm:w-28 lg:hidden" />
    </div>
  )
}

/** React hook that sets the document's title. For pages whose title depends on state and is not known at build time. */
function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Sets the robots meta tag to noindex while `hidden`, because the welcome mode of the download page shows personal data. */
function useNoIndexRobotsTag(hidden: boolean): void {
  useEffect(() => {
    const robots = document.querySelector('meta[name="robots"]')
    if (!hidden || !robots) return
    const before = robots.getAttribute('content') ?? ''
    robots.setAttribute('content', 'noindex')
    return () => {
      // Restores the previous value only if the tag is still `noindex`: after a navigation the next page has already set its own value.
      if (robots.getAttribute('content') === 'noindex') robots.setAttribute('content', before)
    }
  }, [hidden])
}

const noSubscription = () => () => {}

/** React hook that returns whether the component is being prerendered or hydrated; false after a client-side navigation. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  )
}

/** Says what a buyer can do whose details could not be read after the payment. A toast says what happened. */
function LostOrderNote() {
  const { support } = brand.mailboxes
  return (
    <p className="max-w-xl justify-self-center rounded-card bg-amber-ground px-4 py-3 text-amber">
      You can download {brand.name} here. If no welcome email comes, write to{' '}
      <a href={`mailto:${support}`} className="font-semibold underline">
        {support}
      </a>{' '}
      and we’ll find your order.
    </p>
  )
}
