import type { Page } from '@playwright/test'
import type { Visitor } from '../support/a-visitor.ts'
import { publish } from './release-file.ts'

/** Returns from a payment: the paid flow left data in session storage, and the session id is in the URL. */
export async function returnFromPayment(page: Page, left: unknown, sessionId = `cs_${crypto.randomUUID()}`) {
  await publish(page)
  await page.addInitScript(
    (text) => {
      if (sessionStorage.getItem('came-back')) return // on a reload the page's own changes remain
      sessionStorage.setItem('came-back', 'yes')
      sessionStorage.setItem('pending-user-data', text)
    },
    typeof left === 'string' ? left : JSON.stringify(left),
  )
  await page.goto(`/download?session_id=${sessionId}`)
  return sessionId
}

/** The data that the paid flow stores about a visitor. */
export function paid(visitor: Visitor) {
  return { ...visitor, amount: 49 }
}
