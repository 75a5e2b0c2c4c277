import type { Page } from '@playwright/test'
import type { Visitor } from '../support/a-visitor.ts'
import { publish } from './release-file.ts'

/** Comes back from a payment: what the paid flow left is in session storage, the session id in the address. */
export async function comeBackFromPayment(page: Page, left: unknown, sessionId = `cs_${crypto.randomUUID()}`) {
  await publish(page)
  await page.addInitScript(
    (text) => {
      if (sessionStorage.getItem('came-back')) return // a reload finds what the page has made of it
      sessionStorage.setItem('came-back', 'yes')
      sessionStorage.setItem('pending-user-data', text)
    },
    typeof left === 'string' ? left : JSON.stringify(left),
  )
  await page.goto(`/download?session_id=${sessionId}`)
  return sessionId
}

/** What the paid flow leaves of a visitor. */
export function paid(visitor: Visitor) {
  return { ...visitor, amount: 49 }
}
