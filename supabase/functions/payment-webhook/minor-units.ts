/** Currencies whose amounts in Stripe are whole units (https://docs.stripe.com/currencies). ISK and UGX are not among them. */
const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))

/** Currencies whose amounts in Stripe are thousandths. The last digit is always 0. */
const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '))

/** The largest value of the database column, which has type numeric(10, 2), in hundredths. */
const HUNDREDTHS_MAX = 9_999_999_999

/**
 * Converts an amount from Stripe, in the minor units of its currency (upper-case ISO 4217 code), to a decimal number with two digits, such
 * as `29.00`. Returns null when the amount is not a positive integer, or is too large or too small to be stored.
 */
export function formatMinorUnits(amount: number, currency: string): string | null {
  const hundredths = Math.round(amount * (100 / minorUnitsOf(currency)))
  if (!Number.isSafeInteger(amount) || hundredths <= 0 || hundredths > HUNDREDTHS_MAX) return null
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

function minorUnitsOf(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 1
  return THREE_DECIMAL.has(currency) ? 1000 : 100
}
