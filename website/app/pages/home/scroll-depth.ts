import { SCROLL_DEPTH_MARKS_PERCENT } from '../../constants.ts'

/** Returns the scroll depth in percent of the scrollable height; 0 for a page that does not scroll. */
export function computeScrolledPercent(scrollY: number, pageHeight: number, windowHeight: number): number {
  const way = pageHeight - windowHeight
  return way > 0 ? Math.min(100, (scrollY / way) * 100) : 0
}

/** Returns the scroll depth marks (25, 50, 75, 90 percent) that the given depth has reached and that were not reached before. */
export function findNewScrollDepthMarks(percent: number, reached: ReadonlySet<number>): number[] {
  return SCROLL_DEPTH_MARKS_PERCENT.filter((mark) => percent >= mark && !reached.has(mark))
}
