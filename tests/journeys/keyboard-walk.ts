import type { Page } from '@playwright/test'
import { waitForTwoFrames } from './two-frames.ts'

type Stop = { name: string; isOut: boolean; violations: string[] }

/**
 * Presses Tab through all focusable elements once. Returns the focused elements and the violations: focus that is covered by a bar
 * (WCAG 2.4.11), that is not visible (WCAG 2.4.7), or that leaves an open dialog.
 */
export async function checkKeyboardNavigation(
  page: Page,
  most = 120,
): Promise<{ stops: string[]; violations: string[] }> {
  const stops: string[] = []
  const violations: string[] = []
  await page.evaluate(() => Object.assign(window, { walked: new WeakSet() }))
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    await waitForTwoFrames(page) // in which a toast leaves the focused element
    const stop = await page.evaluate(lookAtFocus)
    if (stop === null) return { stops, violations }
    if (stop.isOut) continue // the focus is in the browser's own controls
    stops.push(stop.name)
    violations.push(...stop.violations.map((what) => `${stop.name}: ${what}`))
  }
  return { stops, violations: [...violations, `Tab does not come to an end within ${most} stops`] }
}

/**
 * Returns the focused element and its accessibility violations, or null when the focus reaches an element for the second time. Runs
 * in the page.
 */
function lookAtFocus(): Stop | null {
  const focused = document.activeElement
  const dialog = document.querySelector('dialog[open]')
  if (!focused || focused === document.body || focused === document.documentElement) {
    return dialog ? { name: 'body', isOut: true, violations: [] } : null
  }
  const walked: unknown = Reflect.get(window, 'walked')
  if (!(walked instanceof WeakSet) || walked.has(focused)) return null
  walked.add(focused)

  const violations: string[] = []
  if (dialog && !dialog.contains(focused)) violations.push('is outside the open dialog')
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) violations.push('shows no focus')
  if (!canBeSeen(focused)) violations.push('is hidden while it has the focus')
  return { name: nameOf(focused), isOut: false, violations }

  function canBeSeen(element: Element): boolean {
    return [...element.getClientRects()].some(({ x, y, width, height }) => {
      const shares = [0.1, 0.5, 0.9]
      return shares.some((across) =>
        shares.some((down) => {
          const top = document.elementFromPoint(x + width * across, y + height * down)
          return top !== null && (element.contains(top) || top.closest('label')?.contains(element) === true)
        }),
      )
    })
  }

  function nameOf(element: Element): string {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
    return `<${element.nodeName.toLowerCase()}> ${words || element.getAttribute('name') || ''}`
  }
}
