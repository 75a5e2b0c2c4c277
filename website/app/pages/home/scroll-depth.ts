import { SCROLL_DEPTH_MARKS } from '../../constants.ts'

/** How far down a page one is, in percent of the way there is to scroll. A page without such a way is not begun. */
export function scrolledPercent(scrollY: number, pageHeight: number, windowHeight: number): number {
  const way = pageHeight - windowHeight
  return way > 0 ? Math.min(100, (scrollY / way) * 100) : 0
}

/** The marks that are reached at this depth and were not before. */
export function newMarks(percent: number, reached: ReadonlySet<number>): number[] {
  return SCROLL_DEPTH_MARKS.filter((mark) => percent >= mark && !reached.has(mark))
}
