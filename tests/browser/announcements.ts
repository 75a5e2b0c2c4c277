import type { Page } from '@playwright/test'

/**
 * Records what the live regions of a page announce, in the order of the announcements: `alert: …` or `status: …`. Returns a function that
 * reads the record. Ignores regions that a modal dialog makes inert.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { announced: said })
    const LIVE = '[role=alert], [role=status]'
    const isReachable = (region: Element) => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1)
      return region.isConnected && (open === undefined || open.contains(region))
    }
    const say = (region: Element) => {
      const text = region.textContent.replace(/\s+/g, ' ').trim()
      if (text !== '' && isReachable(region)) said.push(`${region.role}: ${text}`)
    }
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes, type } of changes) {
        if (type === 'childList' && addedNodes.length === 0) continue
        const element = target instanceof Element ? target : target.parentElement
        for (let region = element?.closest(LIVE); region; region = region.parentElement?.closest(LIVE))
          regions.add(region)
        // Browsers announce an alert that is inserted with its text, but not a status.
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]'))
              regions.add(alert)
      }
      for (const region of regions) say(region)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate<string[]>('announced')
}

/** Returns what a screen reader reads of the focused element: `focus: ` and its name with its description; `focus: nothing` for the page. */
export function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body
    const textOf = (attribute: string) =>
      (focused.getAttribute(attribute) ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
    const name =
      focused.getAttribute('aria-label') ?? (textOf('aria-labelledby').trim() || label) ?? focused.textContent
    const said = focused === document.body ? 'nothing' : `${name} ${textOf('aria-describedby')}`
    return `focus: ${said.replace(/\s+/g, ' ').trim()}`
  })
}
