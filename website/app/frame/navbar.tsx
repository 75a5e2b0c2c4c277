import { Part } from '@site/ui/part.tsx'
import { Icon } from '../art/icon.tsx'
import { Logo } from '../art/logo.tsx'
import { brand } from '../brand.ts'
import { AccountNavItem } from './account-entry.tsx'
import { DropDown } from './drop-down.tsx'
import { SignInEntry } from './sign-in-entry.tsx'

const entries = [
  { label: 'How It Works', href: '/#how-it-works' },
  { label: 'Features', href: '/#features' },
  { label: 'FAQ', href: '/#faq' },
  { label: 'Download', href: '/download' },
]

/** The navigation bar of every page. On small screens its entries are in a menu. */
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
        <Part of=".account-entry" eager>
          <AccountNavItem />
        </Part>
        <DropDown
          label="Menu"
          button={<Icon name="menu" className="size-6" />}
          buttonClass="icon-button text-ink"
          className="md:hidden"
        >
          <Menu />
        </DropDown>
      </nav>
    </header>
  )
}

function Menu() {
  return (
    <div id="menu" className="menu">
      <ul className="container-page grid gap-1 py-4">
        {entries.map((entry) => (
          <li key={entry.href}>
            <a href={entry.href} className="nav-link w-full text-lg">
              {entry.label}
            </a>
          </li>
        ))}
        <SignInEntry className="nav-link w-full text-lg" />
      </ul>
    </div>
  )
}
