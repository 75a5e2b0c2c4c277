/** The address that password managers open to change a password (W3C, "A Well-Known URL for Changing Passwords"), and where it leads. */
export const CHANGE_PASSWORD = { path: '/.well-known/change-password', page: '/#change-password' }
