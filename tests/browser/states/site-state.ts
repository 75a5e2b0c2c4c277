import type { Page } from '@playwright/test'
import type { StateWorld } from './state-world.ts'

/** Something a visitor can have before them: a page, or a page with something opened, filled in, refused or awaited. */
export type SiteState = {
  /** Unlike any other; also the name of its pictures. */
  name: string
  /** The route it belongs to. */
  route: string
  /** Where the browser goes; the route itself unless said otherwise. */
  address?: string
  /** What has to be so before the page is entered. */
  prepare?: (page: Page, world: StateWorld) => Promise<unknown>
  /** From the entered page to the state; ends when it can be seen. */
  reach?: (page: Page, world: StateWorld) => Promise<unknown>
  /** What the console may say about it. */
  trouble?: RegExp
  /** A whole page is photographed from top to bottom, anything else as the window shows it. */
  wholePage?: true
  /** The part in which it differs from the page as it is entered: what can be checked there is checked in that part alone. */
  subject?: string
  /** How it is looked at; a screen unless said otherwise. */
  medium?: 'print'
  /** Parts that are photographed by themselves as well. */
  parts?: readonly string[]
}

/** Brings a page into a state, from wherever it is. */
export async function enterState(page: Page, state: SiteState, world: StateWorld): Promise<void> {
  await state.prepare?.(page, world)
  if (state.medium) await page.emulateMedia({ media: state.medium })
  await page.goto(state.address ?? state.route)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await state.reach?.(page, world)
}
