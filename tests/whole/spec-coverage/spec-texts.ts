/**
 * A text that ../shared/spec.md quotes, and the file where the site has it. `written` is how it stands there when that is
 * in pieces or not by itself: a piece that ends in '…' goes on.
 */
export type SpecText = { section: 2 | 4 | 5 | 8; text: string; file: string; written?: readonly string[] }

const app = (path: string) => `website/app/${path}`
const authErrors = 'node_modules/@supabase/auth-js/src/lib/errors.ts'
const contactForm = app('dialogs/contact/form.ts')
const download = app('pages/download/download.tsx')
const releaseDate = app('pages/download/release-date.ts')
const sharedErrors = 'contract/errors.ts'
const signupForm = app('dialogs/signup/form.ts')
const signupNotices = app('dialogs/signup/notices.ts')
const spotsStore = app('backend/spots-store.ts')
const versionLine = app('pages/download/version-line.tsx')
const arrival = app('pages/download/use-arrival.ts')
const welcome = app('pages/download/welcome.tsx')

/** Every text in quotes of sections 2, 4, 5 and 8, in their order, each once a section. */
export const specTexts: readonly SpecText[] = [
  { section: 2, text: 'Oops! Page not found', file: app('pages/not-found/not-found.tsx') },
  { section: 2, text: 'Download {product}', file: app('pages/home/sections/hero.tsx') },
  { section: 2, text: 'See How It Works', file: app('pages/home/sections/hero.tsx') },
  { section: 2, text: 'Early Access User', file: app('content/testimonials.ts') },
  { section: 2, text: 'Download App', file: app('pages/home/sections/download-banner.tsx') },
  { section: 2, text: 'Contact Us', file: app('pages/home/sections/faq.tsx') },
  { section: 2, text: 'Join early users getting access to the beta version', file: signupForm },
  { section: 2, text: 'Secure & Free Signup', file: signupForm },
  { section: 2, text: '100% Free', file: signupForm },
  { section: 2, text: 'Processing...', file: signupForm },
  { section: 2, text: 'Contact the Founders', file: contactForm },
  { section: 2, text: 'Message Sent!', file: contactForm },
  { section: 2, text: 'Close', file: app('ui/dialog.tsx') },
  { section: 2, text: 'Welcome to {product}!', file: welcome },
  { section: 2, text: 'Your registration is complete...', file: welcome, written: ['Your registration is complete.…'] },
  { section: 2, text: 'Free Access', file: welcome },
  { section: 2, text: 'Mar 5, 2025', file: app('pages/download/release-date.test.ts') },
  { section: 2, text: 'Recently', file: releaseDate },
  { section: 2, text: 'Return to Homepage', file: app('pages/download/help.tsx') },
  { section: 2, text: 'Welcome to {product} - Download Now', file: download },
  { section: 2, text: 'Download {product} - Photo Organization App', file: download },
  { section: 2, text: 'Last updated', file: app('pages/legal/legal-dates.tsx'), written: ['Last updated: …'] },
  { section: 2, text: 'Back to Home', file: app('pages/legal/legal-page.tsx') },
  { section: 4, text: 'Processing...', file: signupForm },
  {
    section: 4,
    text: 'already registered',
    file: signupNotices,
    written: ['This email address is already registered.…'],
  },
  { section: 4, text: 'Failed to load availability', file: spotsStore },
  { section: 4, text: 'home', file: app('pages/home/use-analytics.ts'), written: ['[analytics] page_view home'] },
  { section: 4, text: 'Using latest available downloads', file: versionLine },
  { section: 5, text: 'Invalid email format', file: sharedErrors },
  { section: 5, text: 'Email is required', file: sharedErrors },
  { section: 5, text: 'Email too long', file: sharedErrors },
  { section: 5, text: 'Email domain not allowed', file: sharedErrors },
  { section: 5, text: 'Name is required', file: sharedErrors },
  { section: 5, text: 'Name too long', file: sharedErrors },
  { section: 5, text: 'Name contains invalid characters', file: sharedErrors },
  { section: 5, text: 'Name contains suspicious content', file: sharedErrors },
  { section: 5, text: 'Invalid payment amount for paid user', file: sharedErrors },
  { section: 5, text: 'Security Check Failed', file: sharedErrors },
  { section: 8, text: 'Email already registered', file: sharedErrors },
  {
    section: 8,
    text: "Email Already Registered: This email address is already registered. We'll notify you when {product} is ready!",
    file: signupNotices,
    written: [
      'Email Already Registered',
      "This email address is already registered. We'll notify you when {product} is ready!",
    ],
  },
  { section: 8, text: 'Missing required information', file: sharedErrors },
  { section: 8, text: 'Registration failed. Please try again.', file: sharedErrors },
  { section: 8, text: 'Invalid Name', file: signupNotices },
  { section: 8, text: 'Invalid Email', file: signupNotices },
  {
    section: 8,
    text: 'Too Many Attempts: Please wait before trying again.',
    file: sharedErrors,
    written: ['Too Many Attempts', 'Please wait before trying again.'],
  },
  {
    section: 8,
    text: 'Security Check Failed: Please contact support if you believe this is an error.',
    file: sharedErrors,
    written: ['Security Check Failed', 'Please contact support if you believe this is an error.'],
  },
  {
    section: 8,
    text: "Signup Failed: We couldn't complete your signup: {reason}. Please try again or contact support.",
    file: signupNotices,
    written: [
      'Signup Failed',
      "We couldn't complete your signup: ${cause}. Please try again or contact support.", // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the file
    ],
  },
  {
    section: 8,
    text: 'Note: Signup successful, but welcome email may be delayed.',
    file: sharedErrors,
    written: ['Signup successful, but welcome email may be delayed.'],
  },
  {
    section: 8,
    text: 'Welcome to {product}! Check your email for confirmation. Redirecting to downloads...',
    file: signupNotices,
    written: ['Welcome to {product}!', 'Check your email for confirmation. Redirecting to downloads...'],
  },
  { section: 8, text: 'Error', file: contactForm },
  { section: 8, text: 'Failed to send email', file: sharedErrors },
  { section: 8, text: 'Email sending failed', file: sharedErrors },
  { section: 8, text: 'Failed to send message. Please try again.', file: sharedErrors },
  {
    section: 8,
    text: "Message Sent!: Thank you for contacting us. We'll get back to you soon!",
    file: contactForm,
    written: ['Message Sent!', "Thank you for contacting us. We'll get back to you soon!"],
  },
  { section: 8, text: 'Failed to load availability', file: spotsStore },
  { section: 8, text: 'Invalid spots data', file: spotsStore },
  { section: 8, text: 'Using latest available downloads', file: versionLine },
  { section: 8, text: 'Payment processed', file: arrival },
  {
    section: 8,
    text: 'There was an issue retrieving your details, but your payment was successful.',
    file: arrival,
  },
  { section: 8, text: 'Payment Successful!', file: arrival },
  { section: 8, text: 'Welcome to {product} Early Access!', file: arrival },
  { section: 8, text: 'Recently', file: releaseDate },
  { section: 8, text: 'Auth session missing!', file: authErrors },
  { section: 8, text: 'Auth session or user missing', file: authErrors },
]
