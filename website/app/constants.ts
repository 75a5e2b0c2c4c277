/** The site's figures, as the specification gives them. CSS repeats a few of them; browser tests measure both. */

/** How far one scrolls before the sticky banner appears. */
export const BANNER_THRESHOLD_PX = 800

/** From the scroll to free-access until the sign-up dialog opens. */
export const DIALOG_OPEN_DELAY_MS = 800

/** From closing a dialog until its fields are empty again. */
export const FIELD_RESET_DELAY_MS = 300

/** Room left above a section that was scrolled to, under the fixed bar. */
export const SCROLL_OFFSET_PX = 80

/** The same for the anchor `pricing`. */
export const PRICING_SCROLL_OFFSET_PX = 40

/** Percent of the page; each is reported once. */
export const SCROLL_DEPTH_MARKS = [25, 50, 75, 90] as const

/** How much of a block is seen before it enters. */
export const REVEAL_THRESHOLD = 0.2

/** How long an entrance takes. */
export const REVEAL_DURATION_S = 0.6

/** How long a toast stays at least; hovering or focusing it stops the clock. */
export const TOAST_DURATION_MS = 10_000

/** The celebration of a payment. */
export const CONFETTI = { durationMs: 4000, burstEveryMs: 250, firstBurstParticles: 300 } as const

/** The live number of spots is spoken at most this often. */
export const SPOTS_ANNOUNCEMENT_MS = 60_000

/** Where the paid flow leaves what it knows of the buyer, in session storage. */
export const PENDING_USER_DATA_KEY = 'pending-user-data'
/** Where a buyer's record is kept in the browser's local storage until the server has it. */
export const UNSENT_PAYMENT_KEY = 'unsent-payment'

/** A free order's number is this prefix and the last digits of the time. */
export const FREE_ORDER = { prefix: 'FREE-', digits: 6 } as const

/** How long version.json may take before the built-in links are used. */
export const VERSION_TIMEOUT_MS = 5000
