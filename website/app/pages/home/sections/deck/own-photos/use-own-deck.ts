import { holdLoading } from '@site/ui/use-is-near.ts'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { pauseSessionRefresh } from '../../../../../backend/pause-session-refresh.ts'
import { pauseLiveSpots } from '../../../../../backend/spots.ts'
import { prefersReducedMotion } from '../../../../../frame/scroll.ts'
import { type DeckView, initialDeckView } from '../deck-view.ts'
import { type DeckControls, makeDeckInteractive } from '../interactive-deck.ts'
import { setKeptPictures } from '../kept-pile.tsx'
import { computePrintPositions, findUncoveredPrints, spreadKeptPrints } from '../print-positions.ts'
import { KeptHere } from './kept-here.tsx'
import { forgetKeptPrints, holdKeptPrints, listHeldPrints } from './kept-prints.ts'
import type { UnreadablePhoto } from './own-words.ts'
import { createPrintImages, type PrintImages, type ReadyPrint } from './print-images.ts'
import { computePrintSide, measurePrint } from './print-size.ts'

/** The visitor's photos by id, in order. */
export type PhotosById = ReadonlyMap<string, File>

/** Number of kept prints that lie behind the offer and on the welcome page. */
const PRINTS_HELD = 2

/**
 * React hook for a deck of the visitor's photos: its view and actions, the prints made so far, and the photos that the
 * browser cannot open, which are skipped. While the deck is mounted, the spots counter and a sign-in's token refresh make no requests.
 */
export function useOwnDeck(stage: RefObject<HTMLElement | null>, photos: readonly File[]) {
  const byId: PhotosById = useMemo(() => new Map(photos.map((photo, index) => [String(index), photo])), [photos])
  const ids = useMemo(() => [...byId.keys()], [byId])
  const [view, show] = useState<DeckView>(() => ({
    ...initialDeckView,
    lies: computePrintPositions({ prints: ids, decisions: [] }),
    left: ids.length,
  }))
  const [made, setMade] = useState<ReadonlyMap<string, ReadyPrint>>(new Map())
  const [unreadable, setUnreadable] = useState<readonly UnreadablePhoto[]>([])
  const controls = useRef<DeckControls | null>(null)
  const images = useRef<PrintImages | null>(null)
  /** When the page stopped loading, just before the first photo is read, in the time of `performance.now()`. */
  const since = useRef(0)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    forgetKeptPrints()
    const resumeSpots = pauseLiveSpots(KeptHere)
    const resumeRefresh = pauseSessionRefresh()
    const resumeLoading = holdLoading()
    since.current = performance.now()
    // The control that opened this deck was removed. The focus moves to the deck, which handles the arrow keys, and the page scrolls to it,
    // because photos can be dropped anywhere on the page.
    const deck = element.closest<HTMLElement>('.deck')
    deck?.focus({ preventScroll: true })
    deck?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
    const prints = createPrintImages(byId, {
      side: computePrintSide(byId.size, devicePixelRatio),
      onReady: (id, print) => setMade((before) => new Map(before).set(id, print)),
      onUnreadable: (id, problem) => {
        controls.current?.remove(id)
        setUnreadable((before) => [...before, { name: byId.get(id)?.name ?? '', problem }])
      },
    })
    images.current = prints
    const describe = (id: string) => `${byId.get(id)?.name ?? ''}.`
    controls.current = makeDeckInteractive(element, { prints: ids, describe }, show)
    return () => {
      controls.current?.stop()
      controls.current = null
      prints.dispose(listHeldPrints())
      setKeptPictures(listHeldPrints())
      resumeSpots()
      resumeRefresh()
      resumeLoading()
    }
  }, [stage, byId, ids])

  useEffect(() => {
    const open = [...view.lies].filter(([, { pile }]) => pile === 'deck').map(([id]) => id)
    if (controls.current) images.current?.want(open)
  }, [view])

  useEffect(() => {
    const kept = listKeptUrls(view, made)
    holdKeptPrints(kept.slice(0, PRINTS_HELD))
    setKeptPictures(kept)
  }, [view, made])

  const act = (what: 'keep' | 'letGo' | 'undo') => () => controls.current?.[what]()
  const lies = useMemo(() => layOutPrints(view, made), [view, made])
  return {
    ids,
    byId,
    since,
    view: { ...view, lies },
    made,
    unreadable,
    keep: act('keep'),
    letGo: act('letGo'),
    undo: act('undo'),
  }
}

/** Once all photos are sorted, no print covers another. */
function layOutPrints({ lies, left }: DeckView, made: ReadonlyMap<string, ReadyPrint>) {
  return left === 0 ? spreadKeptPrints(lies, (id) => measurePrint(made.get(id)?.shape ?? 1)) : findUncoveredPrints(lies)
}

/** Returns the `blob:` URLs of the kept prints, in the order of the decisions. */
export function listKeptUrls({ decisions = [] }: DeckView, made: ReadonlyMap<string, ReadyPrint>): string[] {
  return decisions.filter(({ kept }) => kept).flatMap(({ id }) => made.get(id)?.url ?? [])
}
