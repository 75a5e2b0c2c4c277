import { mkdir } from 'node:fs/promises'
import { type Page, test } from '@playwright/test'
import type { ExpectedPageEvents } from '../../support/journey.ts'
import { openPage } from '../open-page.ts'
import type { SiteStateAccounts } from './state-world.ts'

/** A state of the site to check and capture: a page, or a page with an element that is opened, filled in, rejected or pending. */
export type SiteState = {
  /** The unique name of the state, which is also the file name of its screenshots. */
  name: string
  /** The route that the state belongs to. */
  route: string
  /** The URL to open if it differs from the route. */
  address?: string
  /** Runs before the page is opened, for example to mock API responses. */
  prepare?: (page: Page, world: SiteStateAccounts) => Promise<unknown>
  /** Brings the opened page into the state. Resolves when the state is visible. `folder` is for files that the state needs. */
  reach?: (page: Page, world: SiteStateAccounts, folder: string) => Promise<unknown>
  /** Matches the console messages that the state may cause. */
  expectedError?: RegExp
  /** Set when screenshots capture the whole page from top to bottom, not only the viewport. */
  wholePage?: true
  /** The host, other than the site's own, that the state sends requests to. `prepare` answers them. */
  expectedHost?: string
  /** The state whose page this state continues, instead of a page of its own. Set by `inSequence`. */
  follows?: SiteState
  /** The selector of the element that differs from the page's initial state; the accessibility checks are limited to it. */
  subject?: string
  /** Set when the state consists of animations. Screenshots show them where `reach` has stopped them. */
  moves?: true
  /** The CSS media type, if it is not `screen`. */
  medium?: 'print'
  /** Selectors of elements that get their own screenshots. */
  parts?: readonly string[]
}

/** Makes each of these states follow the one before it on the same page. */
export function inSequence(...states: readonly SiteState[]): SiteState[] {
  const made: SiteState[] = []
  for (const state of states) {
    const follows = made.at(-1)
    made.push(follows ? { ...state, follows } : state)
  }
  return made
}

/** Brings a page into a state, by way of the states that it follows. */
export async function enterSiteState(page: Page, state: SiteState, world: SiteStateAccounts): Promise<void> {
  if (state.follows) await enterSiteState(page, state.follows, world)
  await enterNextState(page, state, world)
}

/** Announces the console messages and hosts of a state and of the states that it follows. */
export function expectEvents(announce: ExpectedPageEvents, { expectedError, expectedHost, follows }: SiteState): void {
  if (follows) expectEvents(announce, follows)
  if (expectedError) announce.trouble(expectedError)
  if (expectedHost) announce.host(expectedHost)
}

/** Opens the page of a state, or continues the page that is in the state that it follows, and brings the page into the state. */
export async function enterNextState(page: Page, state: SiteState, world: SiteStateAccounts): Promise<void> {
  await state.prepare?.(page, world)
  if (state.medium) await page.emulateMedia({ media: state.medium })
  if (!state.follows) {
    await openPage(page, state.address ?? state.route)
  }
  const folder = test.info().outputPath('files')
  await mkdir(folder, { recursive: true })
  await state.reach?.(page, world, folder)
}
