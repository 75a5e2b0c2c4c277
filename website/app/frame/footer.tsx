import { Logo } from '../art/logo.tsx'
import { brand } from '../brand.ts'
import { founders } from '../content/founders.ts'
import { PhotoPrint } from '../photo-print.tsx'
import { SignInEntry } from './sign-in-entry.tsx'

const columns = [
  {
    title: 'Product',
    links: [
      { label: 'How It Works', href: '/#how-it-works' },
      { label: 'Story', href: '/#story' },
      { label: 'Features', href: '/#features' },
      { label: 'FAQ', href: '/#faq' },
      { label: 'Pricing', href: '/#pricing' },
    ],
  },
  {
    title: 'Pages',
    links: [
      { label: 'Home', href: '/' },
      { label: 'Download', href: '/download' },
      { label: 'Terms of Service', href: '/terms' },
      { label: 'Privacy Policy', href: '/privacy' },
    ],
  },
]

/**
 * Font size of the product's name at the footer's edge, by its length. At the default size, a name of up to eight letters fills the line.
 */
const WORDMARK_SIZE = brand.name.length <= 8 ? undefined : brand.name.length <= 18 ? 'long' : 'longest'

/** The footer of every page: links to sections and pages, the support mailbox, and a decorative edge with two prints. */
export function Footer() {
  return (
    <footer id="footer" className="relative isolate overflow-clip border-t border-line bg-table pt-16">
      <div className="container-page grid grid-cols-2 gap-x-6 gap-y-12 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
        <div className="max-sm:col-span-2">
          <Logo name={brand.name} />
          <p className="mt-5 max-w-64 font-display text-2xl leading-snug font-semibold text-balance">{brand.tagline}</p>
          <p className="mt-3 text-muted">Made by {founders.names}, who couldn’t face their own wedding photos.</p>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <p className="font-semibold">{column.title}</p>
            <ul className="mt-3">
              {column.links.map((link) => (
                <li key={link.href}>
                  <a href={link.href} className="footer-link">
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="max-sm:col-span-2">
          <p className="font-semibold">Help</p>
          <p className="mt-3 text-muted">Stuck, or just curious? Write to us.</p>
          <ul>
            <li>
              <a href={`mailto:${brand.mailboxes.support}`} className="footer-link">
                {brand.mailboxes.support}
              </a>
            </li>
            <SignInEntry className="footer-link cursor-pointer" />
          </ul>
        </div>
      </div>
      <div className="container-page">
        <div className="table-edge" data-name={brand.name} data-size={WORDMARK_SIZE}>
          <PhotoPrint name="rings" />
          <PhotoPrint name="cake" />
        </div>
      </div>
    </footer>
  )
}
