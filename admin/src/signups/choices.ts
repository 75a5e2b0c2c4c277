/** The states by which sign-ups are filtered. */
export const SIGNUP_STATUSES = ['free', 'paid', 'verified', 'unconfirmed'] as const

/** The orders of sign-ups: by time, or by address. */
export const SIGNUP_SORTINGS = ['newest', 'oldest', 'address', 'address-desc'] as const
export type SignupSorting = (typeof SIGNUP_SORTINGS)[number]
