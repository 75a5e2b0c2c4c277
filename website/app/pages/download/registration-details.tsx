import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'
import { founders } from '../../content/founders.ts'
import type { OrderDetails } from '../../dialogs/signup/order-details.ts'

const NOT_GIVEN = 'Not given'

/**
 * The card with the details of a registration, laid out like a place card at a table, with the same details for a buyer. It shows no amount,
 * because the payment provider has not confirmed it to this page. Without an order, which the prerendered page does not know, it reserves the
 * height.
 */
export function RegistrationDetails({ order }: { order: OrderDetails | null }) {
  return (
    <section aria-labelledby="registration" className="h-full rounded-card bg-surface p-5 shadow-card sm:p-8">
      <h2 id="registration" className="text-heading">
        Registration Details
      </h2>
      <dl className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="w-full">
          <dt className="sr-only">Name</dt>
          <dd className="min-h-lh font-display text-2xl font-semibold wrap-anywhere">
            {order && (order.name || NOT_GIVEN)}
          </dd>
        </div>
        <div className="w-full">
          <dt className="sr-only">Email</dt>
          <dd className="min-h-lh wrap-anywhere">{order && <Email address={order.email || NOT_GIVEN} />}</dd>
        </div>
        <div>
          <dt className="sr-only">Status</dt>
          <dd className="flex min-h-lh items-center gap-2 font-medium">
            {order && (
              <>
                <Icon name="check" className="size-5 text-sage" />
                Free Access
              </>
            )}
          </dd>
        </div>
        <div>
          <dt className="sr-only">Date</dt>
          <dd className="text-muted">{order?.date}</dd>
        </div>
      </dl>
      {/* Lines that fit at every width, so that their height can be reserved without their texts. */}
      <div className="mt-4 text-muted">
        <p className="min-h-lh">{order && 'Good to have you with us.'}</p>
        <p className="min-h-lh font-display text-xl text-ink">{order && founders.signature}</p>
        <p className="min-h-lh">{order && <TypoNote />}</p>
      </div>
    </section>
  )
}

/** An email address that may break before its `@`, so that it breaks within a word only where one of its halves does not fit. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function TypoNote() {
  const { support } = brand.mailboxes
  return (
    <>
      A typo?{' '}
      <a href={`mailto:${support}`} className="text-link">
        {support}
      </a>
    </>
  )
}
