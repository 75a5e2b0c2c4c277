import type { Page } from '@playwright/test'
import type { StateWorld } from './state-world.ts'

/** A state of the site: a page, or a page with something opened, filled in, rejected or pending. */
export type SiteState = {
  /** Unique; also the name of its screenshots. */
  name: string
  /** The route it belongs to. */
  route: string
  /** The URL to open; default: the route. */
  address?: string
  /** Runs before the page is opened, for example to mock responses. */
  prepare?: (page: Page, world: StateWorld) => Promise<unknown>
  /** Brings the opened page into the state; resolves when it is visible. */
  reach?: (page: Page, world: StateWorld) => Promise<unknown>
  /** Matches the console messages that the state may cause. */
  expectedError?: RegExp
  /** Set when the whole page is captured from top to bottom, not only the viewport. */
  wholePage?: true
  /** The selector of the part that differs from the opened page; checks are limited to it. */
  subject?: string
  /** The media type; default: screen. */
  medium?: 'print'
  /** Selectors of parts that get their own screenshots. */
  parts?: readonly string[]
}

/** Opens the page and brings it into a state. */
export async function enterState(page: Page, state: SiteState, world: StateWorld): Promise<void> {
  await state.prepare?.(page, world)
  if (state.medium) await page.emulateMedia({ media: state.medium })
  await page.goto(state.address ?? state.route)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await state.reach?.(page, world)
}
