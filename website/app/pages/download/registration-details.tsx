import type { OrderDetails } from '../../dialogs/signup/order-details.ts'

/**
 * The box with the details of a registration, with the same rows for a buyer. It shows no amount, because the payment provider has not
 * confirmed it to this page. Without an order, which the prerendered page does not know, it reserves the height.
 */
export function RegistrationDetails({ order }: { order: OrderDetails | null }) {
  const rows = [
    ['Name', order && (order.name || 'Not given')],
    ['Email', order && (order.email || 'Not given')],
    ['Status', order && 'Free Access'],
    ['Date', order?.date],
  ]
  return (
    <section aria-labelledby="registration" className="h-full rounded-card bg-surface p-5 shadow-card sm:p-8">
      <h2 id="registration" className="text-heading">
        Registration Details
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {rows.map(([label, value]) => (
          <div key={label} className="border-t border-line pt-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="min-h-lh font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
