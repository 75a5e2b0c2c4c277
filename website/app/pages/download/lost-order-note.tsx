import { brand } from '../../brand.ts'

/** Says what a buyer can do whose details could not be read after the payment. A toast says what happened. */
export function LostOrderNote() {
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
