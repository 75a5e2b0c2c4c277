/** Constants of the website, with the values of the specification. CSS repeats a few of these values; browser tests compare them. */

/** Scroll position, in pixels, beyond which the sticky download banner is shown. */
export const BANNER_THRESHOLD_PX = 800

/** Delay between the start of the scroll to the section `free-access` and the opening of the sign-up dialog. */
export const DIALOG_OPEN_DELAY_MS = 800

/** Delay between closing a dialog and resetting its form, so that the fields are not emptied while the dialog is still visible. */
export const FIELD_RESET_DELAY_MS = 300

/** Space left above a section after scrolling to it, so that the fixed navigation bar does not cover the section. */
export const SCROLL_OFFSET_PX = 80

/** Space left above the anchor `pricing` after scrolling to it; smaller than above other sections. */
export const PRICING_SCROLL_OFFSET_PX = 40

/** Scroll depths, in percent of the page, that are logged as analytics events; each is logged once per page load. */
export const SCROLL_DEPTH_MARKS_PERCENT = [25, 50, 75, 90] as const

/** Duration and density of the confetti animation that is shown after a payment. */
export const CONFETTI_ANIMATION = { durationMs: 4000, burstEveryMs: 250, firstBurstParticles: 300 } as const

/** Minimum interval between two screen reader announcements of the number of spots. */
export const SPOTS_ANNOUNCEMENT_INTERVAL_MS = 60_000

/** Key in session storage under which the payment flow stores the buyer's data. */
export const PENDING_USER_DATA_KEY = 'pending-user-data'
/** Key in local storage under which a buyer's record is stored until the server has accepted it. */
export const UNSENT_PAYMENT_KEY = 'unsent-payment'

/** Key in session storage for the address whose welcome mail could not be requested yet. */
export const LATE_WELCOME_MAIL_KEY = 'late-welcome-mail'

/** Key in local storage for the day of the sign-up in this browser. */
export const MEMBER_SINCE_KEY = 'member-since'

/** Format of the order id of a free sign-up: the prefix, followed by the last digits of the timestamp; `digits` is their number. */
export const FREE_ORDER_ID_FORMAT = { prefix: 'FREE-', digits: 6 } as const

/** Timeout of the request for version.json, after which the fallback links are used. */
export const VERSION_FILE_TIMEOUT_MS = 5000
