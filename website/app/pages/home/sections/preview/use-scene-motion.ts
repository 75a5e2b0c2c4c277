import { type RefObject, useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../../../frame/scroll.ts'

// The animation of the scene: ten seconds that move only transform and opacity. Every element shares the timeline, on which one percent is a
// tenth of a second: 13 % keep, 35 % let go, 55 % let go by mistake, 66 % undo, 81 % keep.

const DURATION_MS = 10_000
const EASING = 'cubic-bezier(0.45, 0.05, 0.25, 1)'

/** When an element is shown, in percent: it appears from the first to the second number, and disappears from the third to the fourth. */
type Showing = readonly [from: number, whole: number, until: number, gone: number]

/** Keys that light up when they are pressed, counters, captions, and the first photo on its pile. All are invisible otherwise. */
const shown: Readonly<Record<string, readonly Showing[]>> = {
  '[data-key="keep"] i': [
    [12, 13, 19, 21],
    [80, 81, 86, 88],
  ],
  '[data-key="let-go"] i': [
    [34, 35, 41, 43],
    [54, 55, 60, 62],
  ],
  '[data-key="undo"] i': [[65, 66, 71, 73]],
  '.preview-count i:nth-child(1)': [
    [0, 0, 16.9, 17],
    [98, 100, 100, 100],
  ],
  '.preview-seen i:nth-child(2)': [[16.9, 17, 38.9, 39]],
  '.preview-seen i:nth-child(3)': [
    [38.9, 39, 57.9, 58],
    [68.9, 69, 83.9, 84],
  ],
  '.preview-seen i:nth-child(4)': [
    [57.9, 58, 68.9, 69],
    [83.9, 84, 96, 98],
  ],
  '.preview-kept i:nth-child(2)': [[16.9, 17, 83.9, 84]],
  '.preview-kept i:nth-child(3)': [[83.9, 84, 96, 98]],
  // A caption is shown from shortly before its decision until the next one begins.
  '.preview-captions li:nth-child(1)': [[0, 0, 24, 26]],
  '.preview-captions li:nth-child(2)': [[26, 28, 46, 48]],
  '.preview-captions li:nth-child(3)': [[48, 50, 74, 76]],
  '.preview-captions li:nth-child(4)': [[76, 78, 97, 99]],
  '[data-photo="landed"]': [[19, 20, 95, 99]],
}

/** Where a photo is from one moment to another, in percent. */
type Place = readonly [from: number, to: number, transform: string, opacity?: number]

const leaning = (side: 1 | -1) => `translate(${side * 1.5}cqw, 0) rotate(${side * 2.5}deg)`
const onPile = (side: 1 | -1, angle: number) => `translate(${side * 34}cqw, -2cqh) scale(0.37) rotate(${angle}deg)`

/** The first photo is kept. On the pile, `landed` takes its place, so that the third photo can land on top of it. */
const moved: Readonly<Record<string, readonly Place[]>> = {
  first: [
    [0, 7, 'none'],
    [13, 13, leaning(1)],
    [20, 20, onPile(1, 5)],
    [21, 100, onPile(1, 5), 0],
  ],
  second: [
    [0, 29, 'none'],
    [35, 35, leaning(-1)],
    [42, 95, onPile(-1, 6)],
    [99, 100, onPile(-1, 6), 0],
  ],
  third: [
    [0, 51, 'none'],
    [55, 55, leaning(-1)],
    [61, 66, onPile(-1, -4)],
    [72, 76, 'none'],
    [81, 81, leaning(1)],
    [87, 95, onPile(1, -7)],
    [99, 100, onPile(1, -7), 0],
  ],
}

/** Animates the elements of the scene within `place`, in a loop. */
function animateScene(place: Element): Animation[] {
  const animate = (selector: string, frames: Keyframe[]) =>
    [...place.querySelectorAll(selector)].map((element) =>
      element.animate(
        frames.map((frame) => ({ ...frame, easing: EASING })),
        { duration: DURATION_MS, iterations: Infinity },
      ),
    )
  const appearances = Object.entries(shown).flatMap(([selector, times]) => {
    const frames = times.flatMap((moments) =>
      moments.map((moment, index) => ({ offset: moment / 100, opacity: index === 1 || index === 2 ? 1 : 0 })),
    )
    return animate(selector, frames)
  })
  const movements = Object.entries(moved).flatMap(([photo, places]) => {
    const frames = places.flatMap(([from, to, transform, opacity = 1]) =>
      [from, to].map((moment) => ({ offset: moment / 100, transform, opacity })),
    )
    return animate(`[data-photo="${photo}"]`, frames)
  })
  return [...appearances, ...movements]
}

/**
 * React hook that moves the scene in `scene` and its captions beside it, while it is in view, its tab is visible and it is not `paused`. Not with
 * reduced motion.
 */
export function useSceneMotion(scene: RefObject<Element | null>, paused: boolean): void {
  const isWatched = useIsWatched(scene)
  const animations = useRef<Animation[]>([])
  useEffect(() => {
    const place = scene.current?.parentElement
    if (!place || prefersReducedMotion()) return
    animations.current = animateScene(place)
    return () => animations.current.forEach((animation) => animation.cancel())
  }, [scene])
  const isMoving = isWatched && !paused
  useEffect(() => {
    for (const animation of animations.current) {
      if (isMoving) animation.play()
      else animation.pause()
    }
  }, [isMoving])
}

/** The share of the scene that must be inside the viewport for it to move. */
const VISIBLE_SHARE = 0.4

/** React hook that returns whether a good part of an element is in the viewport of a visible tab. */
function useIsWatched(ref: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(false)
  const [tabVisible, setTabVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const ended = new AbortController()
    const look = () => setTabVisible(!document.hidden)
    document.addEventListener('visibilitychange', look, { signal: ended.signal })
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      threshold: VISIBLE_SHARE,
    })
    if (ref.current) observer.observe(ref.current)
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }, [ref])
  return inView && tabVisible
}
