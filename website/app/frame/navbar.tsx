import { Icon } from '../art/icon.tsx'
import { Logo } from '../art/logo.tsx'
import { useSession } from '../backend/session.ts'
import { brand } from '../brand.ts'
import { AccountNavItem } from './account-entry.tsx'
import { SignInButton } from './sign-in-button.tsx'

const entries = [
  { label: 'How It Works', href: '/#how-it-works' },
  { label: 'Features', href: '/#features' },
  { label: 'FAQ', href: '/#faq' },
  { label: 'Download', href: '/download' },
]

/** The navigation bar of every page. On small screens its menu is an HTML popover, which opens, and closes on Escape, without script. */
export function Navbar() {
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-line bg-paper text-ink">
      <nav aria-label="Main" className="container-page flex h-16 items-center gap-3">
        <a
          href="/"
          className="me-auto flex min-h-11 items-center rounded-full"
          aria-label={`${brand.name}, to the top`}
        >
          <Logo name={brand.name} />
        </a>
        <ul className="hidden items-center md:flex">
          {entries.map((entry) => (
            <li key={entry.href}>
              <a href={entry.href} className="nav-link">
                {entry.label}
              </a>
            </li>
          ))}
        </ul>
        <AccountNavItem />
        <button type="button" className="icon-button text-ink md:hidden" popoverTarget="menu" aria-label="Menu">
          <Icon name="menu" className="size-6" />
        </button>
        <Menu />
      </nav>
    </header>
  )
}

const close = () => document.getElementById('menu')?.hidePopover()

/** Closes the small-screen menu on navigation back or forward, because browsers leave a popover open. */
const closeOnReturn = () => addEventListener('popstate', close, { once: true })

function Menu() {
  return (
    <div id="menu" popover="auto" className="menu md:hidden" onToggle={closeOnReturn}>
      <ul className="container-page grid gap-1 py-4">
        {entries.map((entry) => (
          <li key={entry.href}>
            <a href={entry.href} className="nav-link w-full text-lg" onClick={close}>
              {entry.label}
            </a>
          </li>
        ))}
        <SignInEntry onPress={close} />
      </ul>
    </div>
  )
}

/** 'Sign in' as an entry of the small-screen menu, because the bar has no room for it there. */
function SignInEntry({ onPress }: { onPress: () => void }) {
  const { loading, isSignedIn } = useSession()
  if (loading || isSignedIn) return null
  return (
    <li>
      <SignInButton className="nav-link w-full text-lg" onPress={onPress} />
    </li>
  )
}
