/** The name of the `meta` element of every page that holds the publishable key of its backend. The server writes its own key into it. */
export const PUBLISHABLE_KEY_META = 'publishable-key'
