/** Longest name a person can type (spec section 9), counted in characters as a reader sees them in a text file, not bytes. */
export const NAME_MAX = 100

/** Longest e-mail address, in typing and in storage (spec section 9). */
export const EMAIL_MAX = 254

/** Where `sanitiseName` cuts (spec section 9). */
export const SANITISED_NAME_MAX = 1000

/** Longest contact message. The spec names none; 5000 is about two printed pages and fits the 16 kB body limit. */
export const MESSAGE_MAX = 5000

/** Longest order id; payment providers' session ids are well under 100 characters. */
export const ORDER_ID_MAX = 255

/** Sign-up attempts that one address has in a window (spec section 5). */
export const SIGNUP_ATTEMPTS = 3

/** The window of `SIGNUP_ATTEMPTS` (spec section 5). */
export const SIGNUP_WINDOW_MS = 15 * 60_000

/** How often the browser's store of attempts forgets old ones (spec section 9). */
export const ATTEMPT_STORE_SWEEP_MS = 5 * 60_000

/** Spots that remain before the row was read (spec section 3). Internal: never printed as if it had been read. */
export const DEFAULT_SPOTS = 10
