import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'
import type { OrderDetails } from '../../dialogs/signup/order-details.ts'
import { PhotoPrint } from '../../photo-print.tsx'

/** The heading of the welcome mode, with the box of registration details when there is an order. */
export function WelcomeHeading({ order }: { order: OrderDetails | null }) {
  return (
    <div className="relative grid justify-items-center gap-4 text-center">
      <PhotoPrint name="confetti" className="absolute top-4 left-0 w-44 -rotate-[9deg] max-xl:hidden" decorative />
      <PhotoPrint name="sunset-walk" className="absolute top-16 right-0 w-44 rotate-[7deg] max-xl:hidden" decorative />
      <span className="grid size-20 place-items-center rounded-full bg-sage-ground text-sage">
        <Icon name="check" className="size-10" />
      </span>
      <h1 className="text-hero">Welcome to {brand.name}!</h1>
      <p className="max-w-xl text-lead text-muted">
        Your registration is complete. Choose the file for your computer below, and the first print is yours to turn
        over.
      </p>
      {order && <RegistrationDetails order={order} />}
    </div>
  )
}

function RegistrationDetails({ order }: { order: OrderDetails }) {
  const rows = [
    ['Name', order.name],
    ['Email', order.email],
    // The registration status has the same wording as in the welcome mails.
    ['Status', order.amount > 0 ? 'Early Access' : 'Free Access'],
    ['Date', order.date],
  ]
  return (
    <section aria-labelledby="registration" className="mt-4 w-full max-w-xl rounded-2xl bg-surface p-6 shadow-card">
      <h2 id="registration" className="text-xl">
        Registration Details
      </h2>
      <dl className="mt-4 divide-y divide-line border-t border-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
