// Accessibility checks that run in the page, for keyboard use, enlarged text and small windows. Each returns one line of text per
// violation.
import type { Page } from '@playwright/test'
import { findUnlistedLinks } from '../support/site-links.ts'

/**
 * The visible share of an element that is wholly in view, for `toBeInViewport`. It is below 1 because layout positions are fractions of a
 * pixel, scroll positions are not, and Chromium with a user interface reports 0.9997 where its headless shell reports 1.
 */
export const WHOLLY = { ratio: 0.99 }

/** The text spacing of WCAG 1.4.12. A page must not lose content when a user applies this spacing. */
const TEXT_SPACING =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}'

/** Adds a style sheet by script, because the Content-Security-Policy forbids style elements. Null removes the style sheet. */
async function setStyleSheet(page: Page, css: string | null): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    if (text !== null) sheet.replaceSync(text)
    document.adoptedStyleSheets = text === null ? [] : [sheet]
  }, css)
}

/**
 * Returns content that is clipped or too wide at 320 px, with 200 % text or with larger text spacing (WCAG 1.4.10,
 * 1.4.4, 1.4.12).
 */
export async function findContentOverflow(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const violations: string[] = []
  const ways = [
    { how: 'at 320 px', width: 320, css: null },
    { how: 'at 320 px with text spacing', width: 320, css: TEXT_SPACING },
    { how: 'at 640 px with 200 % text', width: 640, css: 'html{font-size:200%!important}' },
  ]
  for (const { how, width, css } of ways) {
    await page.setViewportSize({ width, height: 720 })
    await setStyleSheet(page, css)
    violations.push(...(await page.evaluate(overflowing)).map((what) => `${how}: ${what}`))
  }
  await setStyleSheet(page, null)
  if (before) await page.setViewportSize(before)
  return violations
}

/** Returns links that look or act like a button and that Tab skips in Safari, which by default stops at links only with a `tabindex`. */
export function findButtonsSkippedBySafari(page: Page): Promise<string[]> {
  return page
    .locator('a.button, a[role=button]')
    .evaluateAll((links) =>
      links
        .filter((link) => !link.hasAttribute('tabindex'))
        .map((link) => `"${link.textContent}" is a link without tabindex, which Tab skips in Safari`),
    )
}

/** Returns elements with horizontal overflow or clipped text. Runs in the page. */
function overflowing(): string[] {
  const found: string[] = []
  const scrollers = [document.documentElement, ...document.querySelectorAll('dialog[open], header details[open] > div')]
  for (const box of scrollers) {
    if (box.scrollWidth > box.clientWidth + 1) {
      const wide = [...box.querySelectorAll('*')].filter(
        (it) => it.getBoundingClientRect().right > innerWidth + 1 && it.checkVisibility(),
      )
      found.push(
        `<${box.nodeName.toLowerCase()}> is ${box.scrollWidth} px wide in ${box.clientWidth}, see ${name(wide.at(-1))}`,
      )
    }
  }
  const modal = document.querySelector('dialog[open]')
  for (const it of (modal ?? document.body).querySelectorAll<HTMLElement>(
    'p, h1, h2, h3, h4, li, a, button, label, dd',
  )) {
    if (!it.checkVisibility({ visibilityProperty: true }) || it.matches('.sr-only, .sr-only *')) continue
    const { overflowX, overflowY, textOverflow } = getComputedStyle(it)
    if (textOverflow === 'ellipsis') continue
    const cut =
      (overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1) ||
      (overflowY !== 'visible' && it.scrollHeight > it.clientHeight + 1)
    if (cut) found.push(`${name(it)} is cut off`)
  }
  return found

  function name(it: Element | undefined): string {
    return it
      ? `<${it.nodeName.toLowerCase()} class="${it.getAttribute('class')}"> ${it.textContent?.slice(0, 40)}`
      : '?'
  }
}

/**
 * Returns pointer targets smaller than 24 × 24 px, and buttons and fields lower than 44 px (WCAG 2.5.8). Links within a sentence are
 * exempt.
 */
export async function findSmallPointerTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const stage = document.querySelector('dialog[open]') ?? document
    const targets = stage.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=button]',
    )
    return [...targets].flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      if (target.closest('.sr-only, [aria-hidden=true], [inert]') || target.matches('.skip-link')) return []
      if (getComputedStyle(target).display === 'inline') return []
      // A press of its label is a press of a checkbox.
      const isCheckbox = target instanceof HTMLInputElement && target.type === 'checkbox'
      const { width, height } = ((isCheckbox && target.labels?.[0]) || target).getBoundingClientRect()
      const least = target.matches('.button, .icon-button, input, textarea, summary') ? 43.5 : 24
      if (height >= least && width >= Math.min(least, 24)) return []
      return [`${target.textContent?.trim() || target.ariaLabel || target.nodeName}: ${width} × ${height}`]
    })
  })
}

/** Returns the faults of form fields: no visible label, no `autocomplete`, errors without `aria-describedby`, blocked paste. */
export async function findFormFieldViolations(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')]
    return fields.flatMap((field) => {
      if (!field.checkVisibility() || field.closest('[aria-hidden=true]')) return []
      const label = field.labels?.[0]
      const described = (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => (id ? document.getElementById(id) : null))
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      const faults = {
        'no visible label': label?.checkVisibility({ visibilityProperty: true }) !== true || !label.textContent?.trim(),
        'no autocomplete': field instanceof HTMLInputElement && field.autocomplete === '',
        'a fault that is not described':
          field.ariaInvalid === 'true' && !described.some((it) => it?.checkVisibility() && it.textContent?.trim()),
        'spelling is checked': field.type === 'email' && field.spellcheck,
        'no keyboard for addresses': field.type === 'email' && field.inputMode !== 'email',
        'paste is refused': !field.dispatchEvent(paste),
        'too small a font, phones zoom in': parseFloat(getComputedStyle(field).fontSize) < 16,
      }
      return Object.entries(faults).flatMap(([what, is]) => (is ? [`${field.name || field.id}: ${what}`] : []))
    })
  })
}

/** Returns controls without a border in forced-colours mode, which removes backgrounds and shadows. */
export async function findMissingControlBorders(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const lost = await page.evaluate(() => {
    const stage = document.querySelector('dialog[open]') ?? document
    const edged = stage.querySelectorAll<HTMLElement>('.button, .field-input, .toast, .dialog-panel, .banner')
    return [...edged].flatMap((it) => {
      if (!it.checkVisibility()) return []
      const { borderTopWidth, borderTopStyle } = getComputedStyle(it)
      return parseFloat(borderTopWidth) >= 1 && borderTopStyle !== 'none' ? [] : [`${it.className}: no edge`]
    })
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return lost
}

/** Returns links whose text and target do not match, and links of a form's error list that do not lead to a field of the form. */
export async function findMismatchedLinks(page: Page): Promise<string[]> {
  const { links, lost } = await page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter((link) => link.checkVisibility())
    const ofFields = seen.filter((link) => link.closest('form') && link.matches('[href^="#"]'))
    const isField = (link: HTMLAnchorElement) => link.closest('form')?.elements.namedItem(link.hash.slice(1)) != null
    return {
      links: seen
        .filter((link) => !ofFields.includes(link))
        .map((link) => ({
          words: link.ariaLabel ?? link.textContent ?? '',
          address: link.getAttribute('href') ?? '',
        })),
      lost: ofFields.filter((link) => !isField(link)).map((link) => `${link.textContent} leads to no field`),
    }
  })
  return [...findUnlistedLinks(links), ...lost]
}
