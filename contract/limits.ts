/** Maximum length of a name (spec section 9), in Unicode code points. */
export const NAME_MAX_CHARACTERS = 100

/** Maximum length of an e-mail address, in the form field and in storage (spec section 9). */
export const EMAIL_MAX_CHARACTERS = 254

/** The length to which `sanitiseName` cuts a name (spec section 9). */
export const SANITISED_NAME_MAX_CHARACTERS = 1000

/** Maximum length of a contact message. The spec sets none; 5000 is about two printed pages and fits the 16 kB limit of a request body. */
export const MESSAGE_MAX_CHARACTERS = 5000

/** Maximum length of an order id; session ids of payment providers are well under 100 characters. */
export const ORDER_ID_MAX_CHARACTERS = 255

/** Rate limit: maximum number of sign-up attempts per e-mail address within `SIGNUP_ATTEMPT_WINDOW_MS` (spec section 5). */
export const SIGNUP_ATTEMPT_LIMIT = 3

/** Time window of the sign-up rate limit `SIGNUP_ATTEMPT_LIMIT` (spec section 5). */
export const SIGNUP_ATTEMPT_WINDOW_MS = 15 * 60_000

/** Interval at which the browser removes expired sign-up attempts from its memory (spec section 9). */
export const SIGNUP_ATTEMPT_CLEANUP_MS = 5 * 60_000

/** Default number of remaining early-access spots while the real number is loading (spec section 3). The page must not show it as real. */
export const PLACEHOLDER_SPOT_COUNT = 10
